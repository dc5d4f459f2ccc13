import { spawnSync } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { publicKeyOf, signedAtOf, signProgram } from '../packages/agent/src/commands/signature.ts'

const script = path.join(import.meta.dirname, 'agent-sign.ts')

let folder: string
let agent: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'atalaya-sign-'))
  agent = path.join(folder, 'agent.mjs')
  writeFileSync(agent, 'console.log(1)\n', { mode: 0o644 })
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function sign(...args: string[]) {
  const { stdout, stderr, status } = spawnSync(process.execPath, [script, ...args], { cwd: folder, encoding: 'utf8' })
  const key = publicKeyOf(/Public key: (.*)/.exec(stdout)?.[1] ?? '')
  return { stdout, stderr, status, key }
}

test('agent:sign makes a key file readable by its owner only, and signs the agent in place with it', () => {
  const made = sign('--new-key', 'release.key')
  expect(statSync(path.join(folder, 'release.key')).mode & 0o777).toBe(0o600)
  const before = Date.now()
  const signed = sign('--key', 'release.key', 'agent.mjs')
  expect([made.status, signed.status]).toEqual([0, 0])
  if (!made.key) throw new Error(made.stderr)
  expect(signed.key?.equals(made.key)).toBe(true)
  const signedAt = Date.parse(signedAtOf(readFileSync(agent), made.key) ?? '')
  expect(signedAt).toBeGreaterThanOrEqual(before)
  expect(signedAt).toBeLessThanOrEqual(Date.now())
  expect(readFileSync(agent, 'utf8')).toMatch(/^console\.log\(1\)\n\n\/\/ atalaya-signature /)
  expect(statSync(agent).mode & 0o777).toBe(0o644)
})

test('agent:sign never overwrites an existing key', () => {
  writeFileSync(path.join(folder, 'release.key'), 'mine')
  expect(sign('--new-key', 'release.key')).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('exists already'),
  })
  expect(readFileSync(path.join(folder, 'release.key'), 'utf8')).toBe('mine')
})

test('agent:sign signs only with an Ed25519 private key, and only with a later time than the last signature', () => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  writeFileSync(path.join(folder, 'other.key'), privateKey.export({ type: 'pkcs8', format: 'pem' }))
  const before = readFileSync(agent)
  expect(sign('--key', 'other.key', 'agent.mjs').stderr).toContain('is no private key')
  expect(sign('--key', 'agent.mjs', 'agent.mjs').stderr).toContain('is no private key')
  expect(sign('--key', 'missing.key', 'agent.mjs').stderr).toContain('ENOENT')

  const ours = generateKeyPairSync('ed25519')
  writeFileSync(path.join(folder, 'release.key'), ours.privateKey.export({ type: 'pkcs8', format: 'pem' }))
  const ahead = signProgram(before, ours.privateKey, Date.now() + 3_600_000)
  writeFileSync(agent, ahead)
  expect(sign('--key', 'release.key', 'agent.mjs').stderr).toContain('the clock of this machine is behind')
  expect(readFileSync(agent)).toEqual(ahead)
})

test('agent:sign prints its usage without arguments', () => {
  expect(sign()).toMatchObject({ status: 2, stdout: expect.stringContaining('--new-key FILE') })
})
