import { readdirSync } from 'node:fs'
import { modulePackages } from '@atalaya/contract/module-packages'
import { npmArchiveOf } from '@atalaya/testbed/archives'
import { clockArchive, manifestText } from '@atalaya/testbed/module-archives'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPackageWorld, noPermissions, type PackageWorld } from '#test/support/package-world.ts'
import { upload } from '#test/support/uploads.ts'

// Refused packages leave nothing behind, so all tests share one world.
let it: PackageWorld
beforeAll(async () => {
  it = await createPackageWorld()
})
afterAll(() => it.close())

test.each(['0', '--x\r\n\r\n', '--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nabc'])(
  'an upload that is broken or cut off is refused: %j',
  async (payload) => {
    const headers = { 'content-type': 'multipart/form-data; boundary=x', authorization: `Bearer ${it.admin}` }
    const reply = await it.app.app.inject({ method: 'POST', url: modulePackages.install.path, headers, payload })
    expect(reply.statusCode).toBe(400)
    expect(reply.json().message).toContain('broken or cut off')
  },
)

test.each([
  ['no archive', Buffer.from('hello'), /^The file is neither/],
  ['no manifest', npmArchiveOf({ 'index.js': '' }), /^The archive has no module\.json/],
  [
    'a manifest with endless nesting',
    npmArchiveOf({ 'module.json': '['.repeat(1_000_000) }),
    /nested more than 8 deep/,
  ],
  ['a broken manifest', npmArchiveOf({ 'module.json': '{' }), /^module\.json inválido: .*JSON/],
  [
    'wrong fields',
    clockArchive({ id: 'A', size: { width: 9, height: 1 } }),
    /^module\.json inválido: id .*; size\.width /,
  ],
  ['no entry', npmArchiveOf({ 'module.json': manifestText() }), /^No se encontró el entry index\.js$/],
  [
    'an entry outside the package',
    clockArchive({ entry: '../index.js' }),
    /^module\.json inválido: entry must be a path/,
  ],
  [
    'an entry of another kind',
    clockArchive({ entry: 'a.png' }, { 'a.png': '' }),
    /^module\.json inválido: entry must be a \.js/,
  ],
  [
    'a missing preview',
    clockArchive({ preview: 'a.png' }),
    /^module\.json inválido: preview a\.png is not in the package/,
  ],
  [
    'a missing preview for dark screens',
    clockArchive({ previewDark: 'b.png' }),
    /^module\.json inválido: previewDark b\.png is not in the package/,
  ],
  [
    'a missing schema',
    clockArchive({ configSchema: 'a.json' }),
    /^module\.json inválido: configSchema a\.json is not in/,
  ],
  [
    'a schema with an external $ref',
    clockArchive(
      { configSchema: 'a.json' },
      { 'a.json': '{"type":"object","properties":{"a":{"$ref":"https://x.example"}}}' },
    ),
    /^module\.json inválido: configSchema\.properties\.a\.\$ref is not supported/,
  ],
  [
    'a script in a picture',
    clockArchive({}, { 'a.svg': '<svg><script>1</script></svg>' }),
    /^a\.svg is a picture with scripts/,
  ],
  ['a wrong hash', clockArchive({ sha256: { 'index.js': '0'.repeat(64) } }), /^index\.js is not what its SHA-256 says/],
  ['a file without a hash', clockArchive({ sha256: {} }), /^index\.js is not what its SHA-256 says/],
  [
    'the id of a bundled module',
    clockArchive({ id: 'agent-status' }),
    /^agent-status is the id of a module that comes with/,
  ],
  [
    'a path that leaves the folder',
    npmArchiveOf({ '../evil.js': '', 'module.json': manifestText() }),
    /must not leave the package/,
  ],
])('an upload with %s is refused, and nothing is written', async (_what, bytes, message) => {
  const before = readdirSync(it.app.folder, { recursive: true })
  const { status, body } = await it.install(bytes)
  expect(status).toBe(400)
  expect(body.error).toMatch(message)
  const { packages } = (await it.app.call(modulePackages.list, {}, it.admin)).body.data
  expect(packages).toEqual([])
  expect(readdirSync(it.app.folder, { recursive: true })).toEqual(before)
})

test('G5 an upload above 5 MiB, without a file or without a form is refused', async () => {
  expect((await it.install(Buffer.alloc(5 * 1024 * 1024 + 1))).status).toBe(413)
  expect((await upload(it.app, it.admin, clockArchive(), 'other')).status).toBe(400)
  expect((await it.app.call(modulePackages.install, { body: {} }, it.admin)).status).toBe(415)
})

test('all calls about packages are refused to users who are not administrators', async () => {
  const { tokens } = await it.app.signUp()
  expect((await upload(it.app, tokens.accessToken, clockArchive())).status).toBe(403)
  const params = { id: 'clock', version: '1.0.0' }
  for (const route of Object.values(modulePackages)) {
    const body = route === modulePackages.activate ? { permissions: noPermissions } : undefined
    expect((await it.app.call(route, { params, body }, tokens.accessToken)).status).toBe(403)
    expect((await it.app.call(route, { params, body })).status).toBe(401)
  }
})
