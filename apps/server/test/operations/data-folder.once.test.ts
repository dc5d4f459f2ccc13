import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { childEnv } from '@atalaya/testbed/child-env'
import { type ServerProcess, startServer } from '@atalaya/testbed/server-process'
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest'
import { openDatabase } from '#server/db/open.ts'
import { restrictDataFolder, warningAboutOpen } from '#server/operations/data-folder.ts'
import { createDatabase } from '#test/support/database.ts'

const maintain = fileURLToPath(new URL('../../src/maintain.ts', import.meta.url))

let folder: string
let umask: number
let database: Awaited<ReturnType<typeof createDatabase>>
let server: ServerProcess | null
beforeEach(async () => {
  // The default of most machines: new files are readable by all.
  umask = process.umask(0o022)
  folder = mkdtempSync(join(tmpdir(), 'atalaya-folder-'))
  chmodSync(folder, 0o755)
  database = await createDatabase(inject('database'))
  server = null
})
afterEach(async () => {
  server?.signal('SIGKILL')
  await server?.exited
  await database?.drop()
  rmSync(folder, { recursive: true, force: true })
  process.umask(umask)
})

const settings = () => ({ DATA_DIR: folder, DATABASE_URL: database?.url ?? '' })
const modeOf = (name: string) => (statSync(join(folder, name)).mode & 0o777).toString(8)
/** Files in the folder that others can read, write or enter. */
const openToOthers = () => readdirSync(folder).filter((name) => statSync(join(folder, name)).mode & 0o077)

async function start() {
  server = startServer(settings())
  return server.ready
}

describe('in a folder that every account may enter', () => {
  test('the server creates only private files', async () => {
    const address = await start()
    const person = { username: 'ada', email: 'ada@example.org', password: 'correct horse', name: 'A', surname: 'L' }
    const headers = { 'content-type': 'application/json' }
    const reply = await fetch(`${address}/auth/register`, { method: 'POST', headers, body: JSON.stringify(person) })
    expect(reply.status).toBe(200)
    expect(readdirSync(folder)).toEqual(expect.arrayContaining(['modules', 'secret.key']))
    if (!database) expect(readdirSync(folder)).toEqual(expect.arrayContaining(['atalaya.db', 'atalaya.db-wal']))
    expect(openToOthers()).toEqual([])
    expect(modeOf('.')).toBe('755')
  })

  test.skipIf(inject('database') !== 'sqlite')('the database creates only private files', async () => {
    const db = await openDatabase({ DATA_DIR: folder, DATABASE_URL: undefined })
    expect(readdirSync(folder).toSorted()).toEqual(['atalaya.db', 'atalaya.db-shm', 'atalaya.db-wal'])
    expect(openToOthers()).toEqual([])
    await db.destroy()
  })

  test('a start makes files of older versions private, and leaves foreign files unchanged', async () => {
    await start()
    server?.signal('SIGTERM')
    await server?.exited
    writeFileSync(join(folder, 'atalaya.db.20260301T120000'), '')
    writeFileSync(join(folder, 'notes.txt'), '')
    mkdirSync(join(folder, 'photos'))
    for (const name of readdirSync(folder)) chmodSync(join(folder, name), name === 'modules' ? 0o755 : 0o644)
    await start()
    expect(openToOthers()).toEqual(['notes.txt', 'photos'])
    expect(server?.output()).not.toContain('Other accounts')
  })

  test('a backup is readable by its owner only', async () => {
    await start()
    const file = 'atalaya.backup'
    const child = spawn(process.execPath, [maintain, 'backup', join(folder, file)], { env: childEnv(settings()) })
    expect(await once(child, 'close')).toEqual([0, null])
    expect(modeOf(file)).toBe('600')
  })
})

// A file whose mode can't be changed, not even by root.
const UNCHANGEABLE = '/proc/self/status'
test.runIf(existsSync(UNCHANGEABLE))('files that can not be made private are named in one line', () => {
  symlinkSync(UNCHANGEABLE, join(folder, 'secret.key'))
  const open = restrictDataFolder(folder)
  expect(open).toEqual([join(folder, 'secret.key')])
  expect(warningAboutOpen(open)).toMatch(
    /^Other accounts of this machine may read .*secret\.key: .* Set DATA_DIR to a folder of your own\.$/,
  )
  expect(warningAboutOpen([])).toBeNull()
})
