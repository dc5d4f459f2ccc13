import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ServerProcess, startServer } from '@atalaya/testbed/server-process'
import { inject } from 'vitest'
import { createDatabase } from '#test/support/database.ts'

/** Folder, database and port of a server that may be killed; they stay for the next start. */
export async function createStormWorld(environment: Record<string, string> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'atalaya-storm-'))
  const database = environment.DATABASE_URL ? null : await createDatabase(inject('database'), inject('migrated'))
  let port = '0'
  let address = ''
  let server: ServerProcess
  const settings = {
    DATA_DIR: folder,
    DATABASE_URL: database?.url ?? '',
    SERVE_CLIENT: 'false',
    // Writers send a random `X-Forwarded-For`, so that no rate limit of a network stops them.
    TRUST_PROXY: '127.0.0.1',
    ...environment,
  }

  /** Starts the server, as `npm start` does. Returns the time in ms until it was ready. */
  async function start(): Promise<number> {
    const startedAt = performance.now()
    server = startServer({ ...settings, PORT: port })
    address = await server.ready
    port = new URL(address).port
    return performance.now() - startedAt
  }

  async function kill(): Promise<void> {
    server.signal('SIGKILL')
    await server.exited
  }

  /** Stops the server as an operator does. Returns the time in ms that it took. */
  async function stop(): Promise<number> {
    const startedAt = performance.now()
    server.signal('SIGTERM')
    const code = await server.exited
    if (code !== 0) throw new Error(`The server ended with ${code}: ${server.output()}`)
    return performance.now() - startedAt
  }

  return {
    folder,
    address: () => address,
    server: () => server,
    start,
    kill,
    stop,
    async close(): Promise<void> {
      await kill()
      await database?.drop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
