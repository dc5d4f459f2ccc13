import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { childEnv } from '@atalaya/testbed/child-env'
import type { TestApp } from './test-app.ts'

const entry = fileURLToPath(new URL('../../src/maintain.ts', import.meta.url))

/** Runs `maintain.ts` in a process of its own, as from a shell, on the data of the running server. */
export async function maintain({ config }: Pick<TestApp, 'config'>, ...args: string[]) {
  const { DATA_DIR, DATABASE_URL = '' } = config
  const child = spawn(process.execPath, [entry, ...args], { env: childEnv({ DATA_DIR, DATABASE_URL }) })
  const output = { out: '', err: '' }
  child.stdout.on('data', (chunk) => {
    output.out += chunk
  })
  child.stderr.on('data', (chunk) => {
    output.err += chunk
  })
  const code = await new Promise((resolve) => child.on('close', resolve))
  return { code, ...output }
}
