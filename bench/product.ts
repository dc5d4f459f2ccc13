import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'

const main = path.join(import.meta.dirname, '../apps/server/src/main.ts')

/** The built product on a free port, with an empty folder of its own. */
export async function startProduct() {
  const folder = await mkdtemp(path.join(tmpdir(), 'atalaya-bench-'))
  const env = { ...process.env, PORT: '0', DATA_DIR: folder, LOG_LEVEL: 'error' }
  const server = spawn(process.execPath, [main], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  for await (const line of createInterface(server.stdout)) {
    const url = /ready on (http:\S+)/.exec(line)?.[1]
    if (!url) continue
    server.stdout.resume()
    return {
      url,
      async stop() {
        const exited = once(server, 'exit')
        server.kill('SIGTERM')
        await exited
        await rm(folder, { recursive: true, force: true })
      },
    }
  }
  throw new Error('The server ended before it was ready')
}
