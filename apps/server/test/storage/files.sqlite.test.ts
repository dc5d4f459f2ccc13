import {
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { checkSqlite } from '#server/db/check-sqlite.ts'
import { createInstallation, type Installation } from '#test/support/installation.ts'

let installation: Installation
let file: string
beforeEach(async () => {
  installation = await createInstallation()
  file = join(installation.folder, 'atalaya.db')
})

/** Overwrites the pages from the third on, but for the last. */
function damage(): void {
  const descriptor = openSync(file, 'r+')
  const [from, to] = [2 * 4096, statSync(file).size - 4096]
  writeSync(descriptor, Buffer.alloc(to - from, 0xa5), 0, to - from, from)
}

// Each test starts whole servers, which takes long.
describe('a start fails with one line that names the file and a remedy', { timeout: 120_000 }, () => {
  const RESTORE = /move it away .* and restore a backup: npm run restore -- FILE$/

  test('if the database is damaged, truncated, missing or not a database', async () => {
    await installation.startOnce()
    const intact = readFileSync(file)
    damage()
    expect(await installation.refusal()).toMatch(new RegExp(`The database ${file} is damaged .*${RESTORE.source}`))
    writeFileSync(file, intact)
    truncateSync(file, 5 * 4096)
    expect(await installation.refusal()).toMatch(/is damaged .* restore a backup/)
    writeFileSync(file, 'These are the notes of somebody else. '.repeat(100))
    expect(await installation.refusal()).toMatch(RESTORE)
    for (const name of ['', '-wal', '-shm']) rmSync(file + name, { force: true })
    expect(await installation.refusal()).toContain('holds a secret.key, but there is no database')
    expect(existsSync(file)).toBe(false)
    mkdirSync(file)
    expect(await installation.refusal()).toContain(`${file} is not a file`)
    rmSync(file, { recursive: true })
    writeFileSync(file, intact)
    await installation.startOnce()
  })

  test('if the database belongs to another program', async () => {
    mkdirSync(installation.folder)
    const foreign = new DatabaseSync(file)
    foreign.exec('create table recipes (name text)')
    foreign.close()
    expect(await installation.refusal()).toContain(`${file} is the database of another program; set DATA_DIR`)
  })

  test('if another program keeps it locked', async () => {
    await installation.startOnce()
    const other = new DatabaseSync(file)
    onTestFinished(() => other.close())
    other.exec('pragma locking_mode = exclusive; begin exclusive; create table held (x)')
    expect(await installation.refusal()).toContain(`${file} is locked by another program`)
  })

  const mount = (command: string) => ({
    prefix: ['unshare', '--map-root-user', '--mount', 'sh', '-c', `${command} && exec "$0" "$@"`],
  })
  // Only Linux gives a process separate mounts.
  test.runIf(process.platform === 'linux')('if the disk is full or read-only', async () => {
    await installation.startOnce()
    const { folder } = installation
    for (const size of ['16k', '200k']) {
      const full = mount(`mount -t tmpfs -o size=${size} none ${folder}`)
      expect(await installation.refusal({}, full)).toMatch(/^The disk of the data folder is full; make room on it/)
    }
    const readOnly = mount(`mount --bind ${folder} ${folder} && mount -o remount,ro,bind ${folder}`)
    expect(await installation.refusal({}, readOnly)).toMatch(/^The data folder is read-only; set DATA_DIR/)
  })
})

test('a large file is checked only in tables that can’t be restored', async () => {
  await installation.startOnce()
  checkSqlite(file, 0)
  damage()
  expect(() => checkSqlite(file, 0)).toThrow(`The database ${file} is damaged`)
})
