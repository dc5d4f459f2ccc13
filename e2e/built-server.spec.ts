import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { startServer } from '@atalaya/testbed/server-process'
import { expect, test } from './fixtures.ts'

const root = path.join(import.meta.dirname, '..')
/** What `npm start` runs, where everything is built. */
const start = { program: path.join(root, 'scripts/node24.mjs'), args: [path.join(root, 'scripts/start.ts')] }

test('what fails in the built server is logged with the sources that it went through', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'atalaya-built-'))
  const server = startServer({ DATA_DIR: folder, LOG_LEVEL: 'error' }, start)
  const url = await server.ready
  expect((await fetch(`${url}/healthz`)).status).toBe(200)

  // A fault that no release has: the accounts are gone.
  const database = new DatabaseSync(path.join(folder, 'atalaya.db'), { enableForeignKeyConstraints: false })
  database.exec('drop table users')
  database.close()
  const body = JSON.stringify({ username: 'marina', password: 'quiet lantern on the hill' })
  const headers = { 'content-type': 'application/json' }
  expect((await fetch(`${url}/auth/login`, { method: 'POST', headers, body })).status).toBe(500)

  server.signal('SIGTERM')
  expect(await server.exited).toBe(0)
  const line = server
    .output()
    .split('\n')
    .find((one) => one.includes('request failed'))
  const { stack } = JSON.parse(line ?? '{}').err as { stack: string }
  expect(stack).toMatch(/^Error: no such table: users\n/)
  expect(stack).toMatch(/at read \(file:\S+\/apps\/server\/src\/db\/sqlite-dialect\.ts:\d+:\d+\)/)
  expect(stack).toMatch(/at async Object\.findSecret \(file:\S+\/apps\/server\/src\/users\/users\.repo\.ts:\d+:\d+\)/)
  expect(stack).toMatch(/\/node_modules\/kysely\/\S+:\d+:\d+/)
  expect(stack).not.toContain('apps/server/dist')
  rmSync(folder, { recursive: true })
})
