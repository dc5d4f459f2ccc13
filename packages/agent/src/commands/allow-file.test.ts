import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readAllowed, withUpdate } from './allow-file.ts'

const me = process.getuid?.() ?? 0
const good = '{"reboot": true, "update": true}'

let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'atalaya-allow-'))
  file = path.join(folder, 'allow.json')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function write(text: string, mode = 0o644): void {
  writeFileSync(file, text)
  // Sets the mode again: the umask of this process has removed bits from it.
  chmodSync(file, mode)
}

test('an allow file must belong to root, and a missing one allows nothing', () => {
  expect(readAllowed(file)).toEqual({ allowed: null, problem: null })
  write(good)
  expect(readAllowed(file, me).allowed).toMatchObject({ reboot: true, update: { mode: 'always' } })
  expect(readAllowed(file, me + 1).problem).toContain('must belong to root')
})

test.each<[string, () => void, string]>([
  ['its group can change', () => write(good, 0o664), 'writable by root only'],
  ['everybody can change', () => write(good, 0o646), 'writable by root only'],
  ['is a folder', () => mkdirSync(file), 'it is no regular file'],
  ['is a pipe', () => execFileSync('mkfifo', [file]), 'it is no regular file'],
  ['is no JSON', () => write('{"update": true'), 'is not JSON'],
  ['has an unknown key', () => write('{"update": true, "sudo": true}'), 'sudo'],
  ['is nested too deeply', () => write(`${'['.repeat(30_000)}${']'.repeat(30_000)}`), 'is nested more than 32 deep'],
  ['is too large', () => write(`${good}${' '.repeat(65_536)}`), 'it has more than 65536 bytes'],
  ['has the key __proto__', () => write('{"__proto__": {"update": true}}'), '__proto__'],
])('a file that %s allows nothing', (_what, make, why) => {
  make()
  expect(readAllowed(file, me)).toEqual({ allowed: null, problem: expect.stringContaining(why) })
})

test('a symbolic link allows nothing, even to a valid file', () => {
  write(good)
  const link = path.join(folder, 'link.json')
  symlinkSync(file, link)
  expect(readAllowed(link, me).problem).toBe(`${link} is ignored: it must be a file, not a link`)
})

test('a file in a folder that other users can change allows nothing', () => {
  write(good)
  chmodSync(folder, 0o777)
  expect(readAllowed(file, me).problem).toContain('it and its folder must belong to root')
})

test('a new choice of updates leaves the rest of the file unchanged', () => {
  write('{"services": ["nginx.service"], "update": "signed", "updateKey": "old"}')
  expect(JSON.parse(withUpdate(file, { mode: 'never' }))).toEqual({ services: ['nginx.service'], update: false })
  expect(JSON.parse(withUpdate(path.join(folder, 'new.json'), { mode: 'signed', key: 'k' }))).toEqual({
    update: 'signed',
    updateKey: 'k',
  })
  expect(readFileSync(file, 'utf8')).toContain('old')
})

test.each([
  [500, true],
  [501, false],
])('a pattern of %i characters is accepted: %s', (length, isAccepted) => {
  const args = { word: { pattern: `^${'a'.repeat(length - 2)}$` } }
  write(JSON.stringify({ actions: { say: { command: ['/bin/echo', '{word}'], args } } }))
  expect(readAllowed(file, me).allowed !== null).toBe(isAccepted)
})
