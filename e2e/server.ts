import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const main = fileURLToPath(new URL('../apps/server/dist/main.js', import.meta.url))
/** Server with short times for agents, numbers and alerts, run from its sources. */
export const shortTimesServer = fileURLToPath(
  new URL('../apps/server/test/support/browser-test-server.ts', import.meta.url),
)
const READY = /ready on (http:\/\/\S+)\n/
const CODE = /setup code (\S+)/

/**
 * Trusts the forwarded address that each test sends, so that limits by address don't mix tests. Modules may send
 * requests to services on this machine, as an administrator may allow for a local network.
 */
const commonSettings = { TRUST_PROXY: '127.0.0.1', ALLOW_PRIVATE_HOSTS: '127.0.0.1' }

export type RunningServer = {
  url: string
  /** Setup code of the first account, if the server listens for other machines; null if none is needed. */
  setupCode: string | null
  stop(): Promise<void>
}

/** Address and setup code, which the server prints at once. */
function waitUntilReady(child: ChildProcess): Promise<Omit<RunningServer, 'stop'>> {
  return new Promise((resolve, reject) => {
    let output = ''
    const onText = (chunk: Buffer) => {
      output += chunk
      const url = READY.exec(output)?.[1]
      if (url) resolve({ url, setupCode: CODE.exec(output)?.[1] ?? null })
    }
    child.stdout?.on('data', onText)
    child.stderr?.on('data', onText)
    child.once('exit', (code) => reject(new Error(`The server ended with ${code}.\n${output}`)))
  })
}

/** Starts the built product on a free port with an empty database of its own. */
export async function startServer(
  environment: Record<string, string> = {},
  program: string = main,
): Promise<RunningServer> {
  const data = await mkdtemp(path.join(tmpdir(), 'atalaya-e2e-'))
  const env = {
    ...process.env,
    PORT: '0',
    HOST: '127.0.0.1',
    DATA_DIR: data,
    LOG_LEVEL: 'error',
    ...commonSettings,
    ...environment,
  }
  const child = spawn(process.execPath, [program], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const exited = new Promise((resolve) => child.once('exit', resolve))
  return {
    ...(await waitUntilReady(child)),
    async stop() {
      child.kill('SIGTERM')
      await exited
      await rm(data, { recursive: true, force: true })
    },
  }
}
