import { generateKeyPairSync } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { publicKeyText, signProgram } from './commands/signature.ts'
import type { UpdateChoice } from './commands/update-choice.ts'
import { install } from './install.ts'

const { publicKey, privateKey } = generateKeyPairSync('ed25519')
const key = publicKeyText(publicKey)
const ALLOW = 'etc/atalaya-agent/allow.json'

let root: string
let program: string
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'atalaya-root-'))
  program = path.join(root, 'agent.mjs')
  writeFileSync(program, 'the program')
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

type RunOptions = { update?: UpdateChoice; server?: string; answers?: string[] }

/** Installs as a person at a keyboard with these answers, or as a script if there are none. */
async function run({ update, server = 'https://box.example.org', answers }: RunOptions) {
  const requests: string[] = []
  const output: string[] = []
  const ask = async (question: string) => {
    requests.push(question)
    return answers?.shift() ?? ''
  }
  await install({
    server: new URL(server),
    token: 'at_secret',
    root,
    update: update ?? null,
    file: program,
    node: '/node',
    print: (line: string) => void output.push(line),
    ask: answers ? ask : null,
    agree: async () => true,
  })
  return { requests, output: output.join('\n') }
}
const readAllowFile = () => JSON.parse(readFileSync(path.join(root, ALLOW), 'utf8'))

test('an install script that does not mention updates forbids them', async () => {
  const { output } = await run({})
  expect(readAllowFile()).toEqual({ update: false })
  expect(output).toContain(`${path.join(root, ALLOW)}   what this machine allows; updates by the server: never`)
  expect(statSync(path.join(root, ALLOW)).mode & 0o777).toBe(0o644)
})

test('the installer asks about updates, and Enter alone means never', async () => {
  const { requests } = await run({ answers: [''] })
  expect(requests).toEqual([expect.stringContaining('May the server replace this program')])
  expect(readAllowFile()).toEqual({ update: false })
})

test('a person can choose signed updates and enter the key', async () => {
  writeFileSync(program, signProgram(Buffer.from('the program'), privateKey, Date.now()))
  await run({ answers: ['signed', key] })
  expect(readAllowFile()).toEqual({ update: 'signed', updateKey: key })
})

test('an earlier choice of updates stays in the allow file until another one is made', async () => {
  mkdirSync(path.join(root, 'etc/atalaya-agent'), { recursive: true })
  writeFileSync(path.join(root, ALLOW), '{"reboot": true, "update": true}', { mode: 0o644 })
  const { requests } = await run({ answers: [] })
  expect(requests).toEqual([])
  expect(readAllowFile()).toEqual({ reboot: true, update: true })
  await run({ update: { mode: 'never' } })
  expect(readAllowFile()).toEqual({ reboot: true, update: false })
})

test.each<[string, RunOptions, string]>([
  ['an unknown choice', { answers: ['yes'] }, 'Answer never, signed or always, not yes'],
  ['an invalid key', { answers: ['signed', 'abc'] }, 'not what `npm run agent:sign` shows'],
  ['a program without a signature', { update: { mode: 'signed', key } }, 'sign it first, with npm run agent:sign'],
  ['updates over plain http', { update: { mode: 'always' }, server: 'http://box.example.org' }, 'use https'],
])('%s installs nothing', async (_what, options, message) => {
  await expect(run(options)).rejects.toThrow(message)
  expect(() => readAllowFile()).toThrow('ENOENT')
})

test('an unreadable allow file stays unchanged', async () => {
  mkdirSync(path.join(root, 'etc/atalaya-agent'), { recursive: true })
  writeFileSync(path.join(root, ALLOW), '{"reboot": tru', { mode: 0o644 })
  await expect(run({})).rejects.toThrow('Mend it or take it away first')
  expect(readFileSync(path.join(root, ALLOW), 'utf8')).toBe('{"reboot": tru')
})
