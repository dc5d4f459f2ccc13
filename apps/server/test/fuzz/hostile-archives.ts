import { gunzipSync, gzipSync } from 'node:zlib'
import { failure } from '@atalaya/contract/envelope'
import { manifest } from '@atalaya/contract/modules'
import { npmArchiveOf, tarOf, tgzOf, zipOf } from '@atalaya/testbed/archives'
import { manifestText } from '@atalaya/testbed/module-archives'
import fc from 'fast-check'
import { z } from 'zod'
import { hostileText, withFaults } from './hostile.ts'
import { type Schema, validFor } from './valid.ts'

const MB = 1024 * 1024
const TIMEOUT_MS = 20_000
const schema = z.toJSONSchema(manifest, { io: 'input', unrepresentable: 'any', target: 'draft-7' }) as Schema
const goodManifest = fc.stringMatching(/^[a-z]{3,8}$/).map((id) => JSON.parse(manifestText({ id })))
const manifests = fc
  .oneof(
    goodManifest,
    withFaults(goodManifest),
    withFaults(goodManifest),
    validFor(schema, () => null),
    withFaults(validFor(schema, () => null)),
  )
  .map((value) => JSON.stringify(value) ?? 'null')

const path = fc.oneof(
  fc.constantFrom('package/index.js', 'package/a/b.js', '../../outside.txt', '/tmp/outside.txt', 'package/../../x'),
  fc.constantFrom('package/', '', '.', 'package/./a', 'C:\\x', 'package\\..\\..\\x', 'package/__proto__', 'package/İ'),
  hostileText.map((odd) => `package/${odd}`.slice(0, 200)),
)
const content = fc.oneof(
  { weight: 9, arbitrary: fc.string({ maxLength: 200 }) },
  { weight: 1, arbitrary: fc.constantFrom(11, 60).map((size) => Buffer.alloc(size * MB)) },
)
const withManifest = <T>(entry: fc.Arbitrary<T>) => fc.tuple(manifests, fc.array(entry, { maxLength: 6 }))
const baseEntries = (text: string) => [
  { path: 'package/module.json', content: text },
  { path: 'package/index.js', content: 'console.log(1)' },
]

const tar = withManifest(
  fc.record({ path, content, type: fc.constantFrom('0', '0', '1', '2', '3', '5', '6', 'x', 'g', 'L'), link: path }),
).map(([text, entries]) => tgzOf([...baseEntries(text), ...entries]))
const zip = fc
  .tuple(
    withManifest(
      fc.record(
        {
          path,
          content,
          stored: fc.boolean(),
          mode: fc.constantFrom(0o100644, 0o120777, 0o040755),
          claims: fc.constantFrom(0, 1, 0xfffffffe),
        },
        { requiredKeys: ['path'] },
      ),
    ),
    fc.boolean(),
  )
  .map(([[text, entries], overlap]) => zipOf([...baseEntries(text), ...entries], { overlap }))
const plain = manifests.map((text) => npmArchiveOf({ 'module.json': text, 'index.js': 'console.log(1)' }))

/** Zeros that unpack to many times the limit, 70,000 entries, and an archive in an archive. */
const bombs = fc.constantFrom(
  () => gzipSync(Buffer.alloc(200 * MB)),
  () => tgzOf([{ path: 'package/module.json', content: Buffer.alloc(100 * MB) }]),
  () => zipOf([{ path: 'module.json', content: Buffer.alloc(100 * MB), claims: 10 }]),
  () =>
    zipOf(
      Array.from({ length: 70_000 }, (_, n) => ({ path: `${n}` })),
      { overlap: true },
    ),
  () => gzipSync(gzipSync(tarOf([{ path: 'package/module.json', content: manifestText() }]))),
)

type Damage = { at: number; bytes: Uint8Array; end: number | null }
const damage: fc.Arbitrary<Damage> = fc.record({
  at: fc.nat(),
  bytes: fc.uint8Array({ minLength: 1, maxLength: 8 }),
  end: fc.option(fc.nat()),
})

function applyDamage(bytes: Buffer, { at, bytes: others, end }: Damage): Buffer {
  const copy = Buffer.from(bytes)
  copy.set(others.slice(0, copy.length), at % Math.max(1, copy.length - others.length))
  return end === null ? copy : copy.subarray(0, end % copy.length)
}
const intactArchive = fc.oneof(plain, tar, zip)
const damagedInside = fc.tuple(tar, damage).map(([bytes, harm]) => gzipSync(applyDamage(gunzipSync(bytes), harm)))

/** Archives of modules: whole, with wrong manifests or entries, damaged outside and inside, and bombs. */
export const anyArchive: fc.Arbitrary<Buffer> = fc.oneof(
  { weight: 10, arbitrary: intactArchive },
  { weight: 10, arbitrary: fc.tuple(intactArchive, damage).map(([bytes, harm]) => applyDamage(bytes, harm)) },
  { weight: 4, arbitrary: damagedInside },
  { weight: 2, arbitrary: fc.uint8Array({ maxLength: 500 }).map((bytes) => Buffer.from(bytes)) },
)
export const bomb: fc.Arbitrary<Buffer> = bombs.map((make) => make())

/** Uploads an archive. Returns the server's fault, or null. */
export async function uploadArchive(address: URL, token: string, bytes: Buffer): Promise<string | null> {
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(bytes)]), 'module.tgz')
  const answer = await fetch(new URL('/api/v1/modules', address), {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  const body = await answer.json()
  if (answer.status === 200) return null
  const isRefused = answer.status < 500 && failure.safeParse(body).success
  return isRefused ? null : `status ${answer.status}: ${JSON.stringify(body)}`
}
