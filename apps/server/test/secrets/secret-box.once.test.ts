import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createSecretBox, SealError } from '#server/secrets/secret-box.ts'
import { findSecretKey, makeSecretKey } from '#server/secrets/secret-key.ts'

test('a sealed secret opens with the same key and owner, and every sealing differs', () => {
  const box = createSecretBox('k'.repeat(32))
  const sealed = box.seal('a päss', 'widget-1')
  expect(box.open(sealed, 'widget-1')).toBe('a päss')
  expect(sealed).not.toContain('päss')
  expect(box.seal('a päss', 'widget-1')).not.toBe(sealed)
})

test('a sealed secret does not open with another key or owner, or after a change', () => {
  const box = createSecretBox('k'.repeat(32))
  const sealed = box.seal('secret', 'widget-1')
  expect(() => createSecretBox('l'.repeat(32)).open(sealed, 'widget-1')).toThrow(SealError)
  expect(() => box.open(sealed, 'widget-2')).toThrow(SealError)
  const parts = sealed.split('.')
  for (const [index, part] of parts.entries()) {
    const flipped = part.startsWith('A') ? `B${part.slice(1)}` : `A${part.slice(1)}`
    expect(() => box.open(parts.with(index, flipped).join('.'), 'widget-1')).toThrow(SealError)
  }
  expect(() => box.open('plain', 'widget-1')).toThrow(SealError)
})

test('the key is created once and readable by its owner only', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'atalaya-key-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const config = { DATA_DIR: folder, SECRET_KEY: undefined }
  const keys = await Promise.all([1, 2, 3, 4].map(() => makeSecretKey(config)))
  expect(keys[0]).toMatch(/^[0-9a-f]{64}$/)
  expect(new Set(keys).size).toBe(1)
  expect(readdirSync(folder)).toEqual(['secret.key'])
  expect(statSync(join(folder, 'secret.key')).mode & 0o777).toBe(0o600)
  expect(await findSecretKey({ ...config, SECRET_KEY: 'of the setting' })).toBe('of the setting')
  writeFileSync(join(folder, 'secret.key'), '')
  await expect(findSecretKey(config)).rejects.toThrow('holds no key')
})
