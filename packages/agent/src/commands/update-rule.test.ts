import { generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { type Allowed, allowFile, type Readout } from './allow-file.ts'
import { publicKeyText } from './signature.ts'
import type { UpdateChoice } from './update-choice.ts'
import { isPrivate, updateLogLines, updateRuleOf } from './update-rule.ts'

const key = publicKeyText(generateKeyPairSync('ed25519').publicKey)
const signedOnly: UpdateChoice = { mode: 'signed', key }
const always: UpdateChoice = { mode: 'always' }
const never: UpdateChoice = { mode: 'never' }

const fileWith = (file: object): Readout => ({ allowed: allowFile.parse(file) as Allowed, problem: null })
const noFile: Readout = { allowed: null, problem: null }
const fileWithoutChoice = fileWith({ reboot: true })
const unusable: Readout = { allowed: null, problem: '/a is ignored: it must be a file, not a link' }

type Case = [
  what: string,
  server: string,
  allowReadout: Readout,
  update: UpdateChoice | null,
  isService: boolean,
  expected: string,
]
const https = 'https://x.example'
const http = 'http://x.example'
const here = 'http://127.0.0.1:3000'

test.each<Case>([
  ['no choice, started by a person', https, noFile, null, false, 'by default'],
  ['no choice, server on the same machine', here, noFile, null, false, 'by default'],
  ['no choice, over http', http, noFile, null, false, 'refused: plain http'],
  ['no choice, as a service', https, noFile, null, true, 'refused: takes no updates'],
  ['an allow file without a choice, as a service', https, fileWithoutChoice, null, true, 'refused: takes no updates'],
  ['an allow file without a choice', https, fileWithoutChoice, null, false, 'by default'],
  ['updates by the command line', https, noFile, always, true, 'allowed'],
  ['no updates by the command line', here, noFile, never, false, 'refused: takes no updates'],
  ['updates by the command line, over http', http, noFile, always, false, 'refused: plain http'],
  [
    'no updates by the allow file, which overrides the command line',
    https,
    fileWith({ update: false }),
    always,
    false,
    'refused: takes no updates',
  ],
  [
    'updates by the allow file, which overrides the command line',
    https,
    fileWith({ update: true }),
    never,
    true,
    'allowed',
  ],
  ['updates by the allow file, over http', http, fileWith({ update: true }), always, false, 'refused: plain http'],
  ['signed updates, over http', http, fileWith({ update: 'signed', updateKey: key }), null, true, 'signed'],
  ['signed updates by the command line, over http', http, noFile, signedOnly, true, 'signed'],
  ['an unusable allow file', https, unusable, always, false, 'refused: must be a file, not a link'],
])('the rule for updates: %s', (_what, server, allowReadout, update, isService, expected) => {
  const rule = updateRuleOf({ server: new URL(server), allowFile: '/a', allowReadout, update, isService })
  const [verdict = '', reason] = expected.split(': ')
  const outcome = rule.refusal ? 'refused' : rule.isDefault ? 'by default' : rule.key ? 'signed' : 'allowed'
  expect(outcome).toBe(verdict)
  if (reason) expect(rule.refusal).toContain(reason)
  // A result's reason has at most 500 characters.
  expect(rule.refusal?.length ?? 0).toBeLessThan(500)
})

test.each([
  ['https://anything.example', true],
  ['http://127.0.0.1', true],
  ['http://127.1:80', true],
  ['http://2130706433', true],
  ['http://[::1]:3000', true],
  ['http://localhost', true],
  ['http://127.0.0.1.example.org', false],
  ['http://127.evil.example', false],
  ['http://localhost.example', false],
  ['http://0.0.0.0', false],
  ['http://192.168.1.2', false],
  ['http://[::ffff:10.0.0.1]', false],
])('traffic to %s can not be intercepted: %s', (server, expected) => {
  expect(isPrivate(new URL(server))).toBe(expected)
})

test.each([
  [{ update: 'signed' }, 'needs an "updateKey"'],
  [{ update: 'signed', updateKey: 'no key' }, 'must be a public key'],
  [{ updateKey: key }, 'an "updateKey" needs "update"'],
  [{ update: 'yes' }, 'must be false, "signed" or true'],
  [{ actions: { x: { command: ['x', '{a}'], args: { a: { pattern: '^(a$' } } } } }, 'is no regular expression'],
])('an allow file with %j is invalid', (file, why) => {
  expect(allowFile.safeParse(file).error?.message).toContain(why.replaceAll('"', '\\"'))
})

test.each([
  [
    'updates that the machine turned off are no error',
    never,
    https,
    /^Updates by the server are off, as this machine chose/,
  ],
  ['an obstacle to wanted updates is an error', always, http, /^No updates by the server\. Over plain http/],
])('%s in the log', (_what, update, server, line) => {
  const rule = updateRuleOf({
    server: new URL(server),
    allowFile: '/a',
    allowReadout: noFile,
    update,
    isService: false,
  })
  expect(updateLogLines(noFile, rule)).toEqual([expect.stringMatching(line)])
})
