import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { allowFile } from '../../packages/agent/src/commands/allow-file.ts'
import { installKiosk } from './install.ts'
import { readOptions } from './options.ts'
import { allowedActions, kioskFiles, kioskUnit } from './units.ts'

const URL_WORDS = ['--url', 'http://atalaya.local:3000']
const unitOf = (...words: string[]) => kioskUnit(readOptions([...URL_WORDS, ...words]))
const linesOf = (unit: string, key: string) => unit.split('\n').filter((line) => line.startsWith(`${key}=`))

test('the service shows /display in full screen, does not wait for the network, and always restarts', () => {
  const unit = unitOf()
  expect(unit).not.toMatch(/network/)
  expect(linesOf(unit, 'Restart')).toEqual(['Restart=always'])
  expect(linesOf(unit, 'User')).toEqual(['User=atalaya-kiosk'])
  const [start = ''] = linesOf(unit, 'ExecStart')
  expect(start).toMatch(/^ExecStart="\/usr\/bin\/cage" .*"--kiosk" .*"http:\/\/atalaya\.local:3000\/display"$/)
  expect(start).toContain('"--user-data-dir=/var/lib/atalaya-kiosk/profile"')
  expect(start).not.toContain('--no-sandbox')
})

test('with X the same page is shown, and its address is safe from systemd and the shell', () => {
  const [start = ''] = linesOf(unitOf('--x', '--url', 'https://a.example/%24$HOME'), 'ExecStart')
  expect(start).toMatch(/^ExecStart="\/usr\/bin\/xinit" "\/bin\/sh" "-c" .*exec \\"\$\$@\\""/)
  expect(start).toContain('"https://a.example/display"')
})

test('an agent may only switch the screen on and off, as the user of the kiosk', () => {
  const files = kioskFiles(readOptions([...URL_WORDS, '--user', 'wall', '--output', 'DSI-1']))
  const off = files.get('/etc/systemd/system/atalaya-screen-off.service') ?? ''
  expect(linesOf(off, 'User')).toEqual(['User=wall'])
  expect(linesOf(off, 'ExecStart')).toEqual(['ExecStart="/usr/bin/wlr-randr" "--output" "DSI-1" "--off"'])
  const allowed = allowFile.parse(allowedActions())
  expect(Object.keys(allowed.actions)).toEqual(['screen-on', 'screen-off'])
  for (const { command } of Object.values(allowed.actions)) {
    expect([...files.keys()]).toContain(`/etc/systemd/system/${command.at(-1)}`)
  }
})

test.each([
  [[], /--url is missing/],
  [['--url', 'ftp://atalaya.local'], /--url must be an address such as http/],
  [['--url', 'atalaya'], /--url must be an address such as http/],
  [[...URL_WORDS, '--user', 'two words'], /--user must be/],
  [[...URL_WORDS, '--browser', 'chromium'], /--browser must be the whole path/],
  [[...URL_WORDS, '--output', 'HDMI 1'], /--output must be/],
  [[...URL_WORDS, '--colour'], /Unknown option '--colour'/],
])('the options %j are refused with a reason', (words, reason) => {
  expect(() => readOptions(words)).toThrow(reason)
})

test('the unit is shown, written after a confirmation, and replaces an existing one only on request', async () => {
  const root = mkdtempSync(path.join(tmpdir(), 'atalaya-kiosk-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  const unit = path.join(root, '/etc/systemd/system/atalaya-kiosk.service')
  const install = (words: string[], answer: boolean) => {
    const output: string[] = []
    const terminal = { print: (text: string) => void output.push(text), confirm: async () => answer }
    const done = installKiosk(readOptions([...URL_WORDS, '--root', root, ...words]), terminal)
    return { output, done }
  }

  const first = install([], false)
  expect(await first.done).toBe(false)
  expect(first.output.join('\n')).toContain('ExecStart=')
  expect(() => readFileSync(unit)).toThrow('ENOENT')

  expect(await install([], true).done).toBe(true)
  expect(readFileSync(unit, 'utf8')).toContain('atalaya.local')
  const again = ['--write', '--url', 'http://other.local']
  await expect(install(again, false).done).rejects.toThrow('There already')
  expect(readFileSync(unit, 'utf8')).toContain('atalaya.local')
  expect(await install([...again, '--force'], false).done).toBe(true)
  expect(readFileSync(unit, 'utf8')).toContain('other.local')
})
