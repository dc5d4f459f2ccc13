import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { expect, test } from 'vitest'

const home = fileURLToPath(new URL('..', import.meta.url))
/** This Node, and the system's if there is one, which is often older. */
const nodes = [process.execPath, '/usr/bin/node'].filter((node) => existsSync(node))

test('the built agent is one file that runs without any other package', async () => {
  const outDir = mkdtempSync(path.join(tmpdir(), 'atalaya-bundle-'))
  await build({ root: home, logLevel: 'silent', build: { outDir } })
  expect(readdirSync(outDir)).toEqual(['agent.mjs'])
  for (const node of nodes) {
    const run = (...args: string[]) => execFileSync(node, ['agent.mjs', ...args], { cwd: outDir, encoding: 'utf8' })
    expect(run('--version')).toMatch(/^0\.\d+\.\d+\+[0-9a-f]{8}\n$/)
    expect(run('--help')).toContain('--token')
  }
  rmSync(outDir, { recursive: true, force: true })
})
