import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'

const cli = fileURLToPath(new URL('cli.ts', import.meta.url))
const secret = `at_11111111-2222-3333-4444-555555555555_${'x'.repeat(43)}`
const UNIT = 'etc/systemd/system/atalaya-agent.service'
const TOKEN = 'etc/atalaya-agent/token'
const PROGRAM = 'usr/local/lib/atalaya-agent/agent.mjs'

let root: string
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'atalaya-root-'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

function install(input: string, ...more: string[]) {
  const args = [cli, '--install', '--root', root, '--server', 'https://box.example.org/100%', ...more]
  const { stdout, status } = spawnSync(process.execPath, args, {
    env: { ATALAYA_TOKEN: secret },
    encoding: 'utf8',
    input,
  })
  return { stdout, status }
}
const readInstalled = (file: string) => readFileSync(path.join(root, file), 'utf8')
const modeOf = (file: string) => statSync(path.join(root, file)).mode & 0o777

test('the installer shows the files first, and writes nothing without a confirmation', () => {
  const { stdout, status } = install('\n')
  expect(status).toBe(0)
  expect(stdout).toContain(path.join(root, UNIT))
  expect(stdout).toContain('DynamicUser=yes')
  expect(stdout).toContain('Nothing was changed.')
  expect(stdout).not.toContain(secret)
  expect(install('').stdout).toContain('Nothing was changed.')
  expect(existsSync(path.join(root, 'etc'))).toBe(false)
})

test('the installer writes the program, the token for root alone, and the unit that it has shown', () => {
  const { stdout } = install('y\n')
  const unit = readInstalled(UNIT)
  expect(stdout).toContain(unit)
  expect(unit).toContain(
    `ExecStart="${process.execPath}" /var/lib/atalaya-agent/agent.mjs --server "https://box.example.org/100%%"\n`,
  )
  expect(unit).not.toContain(secret)
  expect([readInstalled(TOKEN), modeOf(TOKEN)]).toEqual([`${secret}\n`, 0o600])
  expect(readInstalled(PROGRAM)).toBe(readFileSync(cli, 'utf8'))
  expect([modeOf(PROGRAM), modeOf(UNIT)]).toEqual([0o755, 0o644])
})

test('the installer replaces an older installation without a question if --yes is given', () => {
  install('', '--yes')
  for (const file of [UNIT, TOKEN, PROGRAM]) writeFileSync(path.join(root, file), 'old')
  expect(install('', '--yes').stdout).toMatch(/Done\.\n$/)
  expect(readInstalled(UNIT)).toContain('[Service]')
  expect(readInstalled(TOKEN)).toBe(`${secret}\n`)
  expect(readInstalled(PROGRAM)).not.toBe('old')
})

test('an installer that was killed before it stored the token is no obstacle for the next one', () => {
  mkdirSync(path.join(root, 'etc/atalaya-agent'), { recursive: true })
  writeFileSync(path.join(root, `${TOKEN}.new`), 'at_half', { mode: 0o644 })
  expect(install('', '--yes').status).toBe(0)
  expect([readInstalled(TOKEN), modeOf(TOKEN)]).toEqual([`${secret}\n`, 0o600])
  expect(existsSync(path.join(root, `${TOKEN}.new`))).toBe(false)
})
