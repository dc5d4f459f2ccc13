import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { agents } from '@atalaya/contract/agents'
import { auth } from '@atalaya/contract/auth'
import { dashboard } from '@atalaya/contract/dashboard'
import { pageArchive } from '@atalaya/contract/page-archive'
import { users } from '@atalaya/contract/users'
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest'
import { backUp, restore } from '#server/db/backup/backup.ts'
import { takeSnapshot } from '#server/db/backup/snapshot.ts'
import { migrate, migrationNames } from '#server/db/migrate.ts'
import { openDatabase, openSqlite, sqliteFile } from '#server/db/open.ts'
import { openPostgres } from '#server/db/postgres.ts'
import { createDatabase } from '#test/support/database.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

let app: TestApp
let folder: string
let file: string
const password = 'correct horse battery'
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'atalaya-backup-'))
  file = join(folder, 'atalaya.backup')
  // Periodic maintenance would change the compared data.
  app = await createTestApp({ times: { maintenanceEveryMs: 1_000_000 } })
})
afterEach(async () => {
  await app.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Creates an account with a page, a widget and an agent. Returns the account and the id of the page. */
async function fill() {
  const ada = await app.signUp('ada')
  const { accessToken } = ada.tokens
  const { page } = (await app.call(dashboard.create, { body: { name: 'Home – «casa»' } }, accessToken)).body.data
  const widget = { meta: { id: 'agent-status' }, config: { title: 'Attic' } }
  await app.call(dashboard.install, { params: { id: page._id }, body: widget }, accessToken)
  await app.call(agents.register, { body: { name: 'web-1', tags: ['lab'] } }, accessToken)
  return { ada, pageId: page._id as string }
}

/** Answers of the calls that read what `fill` has created. */
async function readEverything(token: string, pageId: string) {
  const replies = [
    await app.call(users.list, {}, token),
    await app.call(agents.list, {}, token),
    await app.call(dashboard.list, {}, token),
    await app.call(pageArchive.export, { params: { id: pageId } }, token),
  ]
  return replies.map(({ status, body }) => ({ status, data: body.data }))
}

async function signIn(): Promise<string> {
  const reply = await app.call(auth.login, { body: { username: 'ada', password } })
  expect(reply.status).toBe(200)
  return reply.body.data.tokens.accessToken
}

/** Stops the server while `work` runs. */
async function whileStopped<T>(work: () => Promise<T>): Promise<T> {
  await app.app.close()
  return work().finally(() => app.restart())
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const withoutLastLogin = (data: unknown) => JSON.stringify(data).replace(/"lastLogin":"[^"]*"/g, '')

describe('a backup', () => {
  test('is made while the server runs, and restores everything except sessions', async () => {
    const { ada, pageId } = await fill()
    const before = await readEverything(ada.tokens.accessToken, pageId)
    expect(await backUp(app.config, file)).toBeGreaterThan(5)
    await app.call(dashboard.remove, { params: { id: pageId } }, ada.tokens.accessToken)
    await app.signUp('later')

    await whileStopped(() => restore(app.config, file))
    expect((await app.call(auth.me, {}, ada.tokens.accessToken)).status).toBe(401)
    expect((await app.call(auth.refresh, { body: { refreshToken: ada.tokens.refreshToken } })).status).toBe(401)
    const token = await signIn()
    expect(withoutLastLogin(await readEverything(token, pageId))).toBe(withoutLastLogin(before))
    // Numeric keys continue after the restored ones.
    const registered = await app.call(agents.register, { body: { name: 'web-2' } }, token)
    expect(registered.status).toBe(200)
    for (const name of ['web-1', 'web-2']) {
      const found = await app.call(agents.list, { query: { query: name } }, token)
      expect(found.body.data.agents).toMatchObject([{ name }])
    }
  })

  test('contains the state of one moment while others write', async () => {
    await fill()
    const snapshot = await takeSnapshot(app.config)
    await app.signUp('later')
    const names: unknown[] = []
    for await (const { table, rows } of snapshot.tables()) {
      for await (const row of rows) if (table === 'users') names.push(row[1])
    }
    await snapshot.close()
    expect(names).toEqual(['ada'])
  })

  test('contains nothing that allows a sign-in', async () => {
    const { ada } = await fill()
    await backUp(app.config, file)
    const text = gunzipSync(readFileSync(file)).toString()
    for (const token of Object.values(ada.tokens)) expect(text).not.toContain(token)
    expect(text).not.toContain(password)
    expect(text).not.toMatch(/"table":"(sessions|access_tokens|refresh_tokens|qr_codes|known_devices)"/)
  })

  test('does not overwrite a file', async () => {
    writeFileSync(file, 'precious')
    await expect(backUp(app.config, file)).rejects.toThrow('exists already; choose another name')
    expect(readFileSync(file, 'utf8')).toBe('precious')
    expect(readdirSync(folder)).toEqual(['atalaya.backup'])
  })

  test('of an empty database is refused', async () => {
    const otherDatabase = await createDatabase(inject('database'))
    const otherConfig = { DATA_DIR: join(folder, 'empty'), DATABASE_URL: otherDatabase?.url }
    if (!otherDatabase) await openSqlite(sqliteFile(otherConfig)).destroy()
    await expect(backUp(otherConfig, file)).rejects.toThrow('There are no data yet')
    expect(readdirSync(folder)).not.toContain('atalaya.backup')
    await otherDatabase?.drop()
  })

  test('can be restored into another database', async () => {
    const { pageId } = await fill()
    await backUp(app.config, file)
    const other = { DATA_DIR: join(folder, 'elsewhere') }
    expect(await restore(other, file)).toBeNull()
    const db = await openDatabase(other)
    expect(await db.selectFrom('pages').select('id').execute()).toEqual([{ id: pageId }])
    await db.destroy()
    const secondBackup = join(folder, 'back.backup')
    await backUp(other, secondBackup)
    await whileStopped(() => restore(app.config, secondBackup))
    expect(await app.call(agents.list, { query: { query: 'web-1' } }, await signIn())).toMatchObject({
      body: { data: { agents: [{ name: 'web-1' }] } },
    })
  })

  test('of an older version is migrated to the current one', async () => {
    const [, ...later] = await migrationNames()
    const otherDatabase = await createDatabase(inject('database'))
    const otherConfig = { DATA_DIR: join(folder, 'older'), DATABASE_URL: otherDatabase?.url }
    const old = otherConfig.DATABASE_URL ? openPostgres(otherConfig.DATABASE_URL) : openSqlite(sqliteFile(otherConfig))
    await migrate(old, { upTo: later[0] })
    await old.insertInto('meta').values({ key: 'old', value: 'yes' }).execute()
    await old.destroy()
    await backUp(otherConfig, file)
    await whileStopped(() => restore(app.config, file))
    const rows = await app.withDatabase((db) => db.selectFrom('meta').selectAll().execute())
    expect(rows).toContainEqual({ key: 'old', value: 'yes' })
    await otherDatabase?.drop()
  })
})

describe('a restore is refused and changes nothing', () => {
  async function refusalOf(content: Buffer) {
    writeFileSync(file, content)
    const before = await app.dump()
    const error = await whileStopped(() => restore(app.config, file).catch((refused: Error) => refused))
    expect(await app.dump()).toBe(before)
    return (error as Error).message
  }
  const writeBackup = async () => {
    await fill()
    await backUp(app.config, file)
    return readFileSync(file)
  }

  test('if the file is cut short', async () => {
    const whole = await writeBackup()
    for (const length of [0.3 * whole.length, 0.7 * whole.length, 0.99 * whole.length, whole.length - 1]) {
      const cut = whole.subarray(0, Math.floor(length))
      expect(await refusalOf(cut)).toBe('The backup is damaged; use another one')
    }
  })

  test('if a bit of the file is wrong', async () => {
    const whole = await writeBackup()
    for (const part of [0.4, 0.8]) {
      const damaged = Buffer.from(whole)
      const at = Math.floor(damaged.length * part)
      damaged[at] = (damaged[at] ?? 0) ^ 0x10
      expect(await refusalOf(damaged)).toBe('The backup is damaged; use another one')
    }
  })

  test('if a line of the file was changed, removed or inserted', async () => {
    const lines = gunzipSync(await writeBackup())
      .toString()
      .split('\n')
    const changed = lines.map((line) => line.replace('ada@example.org', 'eve@example.org'))
    const [head = '', ...rest] = lines
    for (const forged of [
      changed,
      lines.toSpliced(3, 1),
      [head, head, ...rest],
      lines.slice(0, -2),
      [...lines, '[]'],
    ]) {
      expect(await refusalOf(gzipSync(forged.join('\n')))).toBe('The backup is damaged; use another one')
    }
  })

  test.each([
    ['text', Buffer.from('hello'), 'This is not a backup of Atalaya'],
    ['another archive', gzipSync('{"format":"something.else"}\n'), 'This is not a backup of Atalaya'],
    ['empty', Buffer.alloc(0), 'The backup is damaged; use another one'],
    ['nested too deep', gzipSync('['.repeat(1_000_000)), 'This is not a backup of Atalaya'],
    ['one very long line', gzipSync(Buffer.alloc(100_000_000, 'x')), 'The backup is damaged; use another one'],
  ])('if the file is %s', async (_name, content, message) => {
    expect(await refusalOf(content)).toBe(message)
  })

  test('if a newer version wrote the file', async () => {
    const [head = '', ...rest] = gunzipSync(await writeBackup())
      .toString()
      .split('\n')
    // Without the line that ends a backup, and the empty text after it.
    const newer = [head.replace('"001-accounts"', '"001-accounts","999-from-the-future"'), ...rest.slice(0, -2)]
    const text = newer.map((line) => `${line}\n`).join('')
    const end = { end: true, rows: rest.filter((line) => line.startsWith('[')).length, sha256: sha256(text) }
    expect(await refusalOf(gzipSync(`${text}${JSON.stringify(end)}\n`))).toContain(
      'written by a newer version of Atalaya',
    )
  })

  test('if the file does not exist', async () => {
    await expect(restore(app.config, join(folder, 'none'))).rejects.toThrow('There is no file')
  })

  test('while a server uses the data', async () => {
    await writeBackup()
    const before = await app.dump()
    await app.call(auth.me, {})
    await expect(restore(app.config, file)).rejects.toThrow(/stop (it|every instance of Atalaya) first/)
    expect(await app.dump()).toBe(before)
  })
})
