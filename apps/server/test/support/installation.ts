import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ServerProcess, type StartOptions, startServer } from '@atalaya/testbed/server-process'
import { expect, inject, onTestFinished } from 'vitest'
import { createDatabase } from './database.ts'

/**
 * A folder and a database for servers that are started from the command line. Servers, folder and database are removed
 * after the test.
 */
export async function createInstallation() {
  const root = mkdtempSync(join(tmpdir(), 'atalaya-installation-'))
  const database = await createDatabase(inject('database'))
  const running: ServerProcess[] = []
  onTestFinished(async () => {
    for (const server of running) server.signal('SIGKILL')
    await Promise.all(running.map((server) => server.exited))
    await database?.drop()
    rmSync(root, { recursive: true, force: true })
  })
  const folder = join(root, 'data')
  const settings = { DATA_DIR: folder, DATABASE_URL: database?.url ?? '', SERVE_CLIENT: 'false' }

  function start(environment: Record<string, string> = {}, options?: StartOptions): ServerProcess {
    const server = startServer({ ...settings, ...environment }, options)
    running.push(server)
    return server
  }

  return {
    folder,
    settings,
    start,

    /** Starts a server, waits until it is ready, and stops it. */
    async startOnce(environment?: Record<string, string>, options?: StartOptions): Promise<void> {
      const server = start(environment, options)
      await server.ready
      server.signal('SIGTERM')
      await server.exited
    },

    /** Message of a server that can't start: one line, and exit code 1. */
    async refusal(environment?: Record<string, string>, options?: StartOptions): Promise<string> {
      const server = start(environment, options)
      expect(await server.exited, server.output()).toBe(1)
      expect(server.output().trim().split('\n')).toHaveLength(1)
      const [, reason = server.output()] = /^Atalaya can't start\. (.*)\n$/.exec(server.output()) ?? []
      return reason
    },
  }
}
export type Installation = Awaited<ReturnType<typeof createInstallation>>
