import { generateKeyPairSync } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { publicKeyOf, publicKeyText, signedAtOf, signProgram } from './signature.ts'

const ours = generateKeyPairSync('ed25519')
const theirs = generateKeyPairSync('ed25519')
const at = Date.parse('2026-01-31T12:00:00.000Z')
const program = fc.uint8Array({ maxLength: 400 })

test('a signed program contains the time of its latest signature', () => {
  fc.assert(
    fc.property(program, (bytes) => {
      const once = signProgram(bytes, ours.privateKey, at)
      const twice = signProgram(once, ours.privateKey, at + 1)
      expect([once.length, twice.length]).toEqual([bytes.length + 136, bytes.length + 136])
      expect(signedAtOf(once, ours.publicKey)).toBe('2026-01-31T12:00:00.000Z')
      expect(signedAtOf(twice, ours.publicKey)).toBe('2026-01-31T12:00:00.001Z')
      expect(signedAtOf(once, theirs.publicKey)).toBeNull()
    }),
  )
})

test('no byte of a signed program can be changed, removed or added', () => {
  fc.assert(
    fc.property(program, fc.nat(), fc.integer({ min: 1, max: 255 }), (bytes, where, by) => {
      const signed = signProgram(bytes, ours.privateKey, at)
      const place = where % signed.length
      const changed = Buffer.from(signed)
      changed[place] = (changed[place] ?? 0) ^ by
      const cut = Buffer.concat([signed.subarray(0, place), signed.subarray(place + 1)])
      const longer = Buffer.concat([signed.subarray(0, place), Buffer.of(by), signed.subarray(place)])
      for (const other of [changed, cut, longer, signed.subarray(0, place)]) {
        expect(other.equals(signed) ? null : signedAtOf(other, ours.publicKey)).toBeNull()
      }
    }),
    { numRuns: 500 },
  )
})

test('a public key is written as one word for a command line', () => {
  const text = publicKeyText(ours.publicKey)
  expect(text).toMatch(/^[\w-]{43}$/)
  expect(publicKeyOf(text)?.equals(ours.publicKey)).toBe(true)
  for (const none of ['', 'short', `${text}=`, `${text.slice(1)}/`]) expect(publicKeyOf(none)).toBeNull()
})
