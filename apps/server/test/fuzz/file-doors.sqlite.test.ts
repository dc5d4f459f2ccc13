// Files that others made: of modules, backups, settings.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { gzipSync } from 'node:zlib'
import { defaultsOf, fieldsOf, keysOf } from '@atalaya/config-schema/fields'
import { ConfigSchemaError, parseConfigSchema, SCHEMA_MAX } from '@atalaya/config-schema/schema'
import { checkValues } from '@atalaya/config-schema/values'
import { ManifestError, parseManifest, permissionsOf } from '@atalaya/contract/modules'
import { checkPackage } from '@atalaya/module-package/module-package'
import { PackageError } from '@atalaya/module-package/package-files'
import { isActiveSvg } from '@atalaya/module-package/svg'
import { zipOf } from '@atalaya/testbed/archives'
import { clockArchive, manifestText } from '@atalaya/testbed/module-archives'
import fc from 'fast-check'
import { afterAll } from 'vitest'
import { ConfigError, readConfig } from '#server/config.ts'
import { BackupError } from '#server/db/backup/backup-file.ts'
import { verifyBackup } from '#server/db/backup/read-backup.ts'
import { natsAccess } from '#server/events/nats-access.ts'
import { readArchive } from '#server/modules/intake/read-archive.ts'
import { jsonWithFaults } from './corpus.ts'
import { fuzzDoor } from './door.ts'
import { BLOCKED_MAX_MS } from './growth.ts'
import { withFaults } from './hostile.ts'
import { anyArchive } from './hostile-archives.ts'

const KB = 1024
const MB = 1024 * KB
const folder = mkdtempSync(join(tmpdir(), 'atalaya-file-doors-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const manifest = {
  id: 'clock',
  name: 'Clock',
  version: '1.0.0',
  size: { width: 2, height: 1 },
  entry: 'index.js',
  homepage: 'https://a.example/clock',
  configSchema: 'config.schema.json',
  requests: { now: { url: 'https://a.example/{place}?key={config.key}', headers: { 'x-key': '{config.key}' } } },
  permissions: { agents: 'read', storage: true },
  sha256: { 'index.js': 'a'.repeat(64) },
}

fuzzDoor('manifests', {
  seeds: [JSON.stringify(manifest)],
  maxBytes: 256 * KB,
  moreInputs: jsonWithFaults(manifest),
  read(input) {
    try {
      permissionsOf(parseManifest(input.toString()))
    } catch (error) {
      if (!(error instanceof ManifestError)) throw error
    }
    return null
  },
})

const schema = {
  type: 'object',
  required: ['place'],
  properties: {
    place: { type: 'string', title: 'Place', pattern: '^[a-z]+$', minLength: 1, maxLength: 40 },
    color: { type: 'string', format: 'color', default: '#ff0000' },
    size: { type: ['integer', 'null'], minimum: 1, multipleOf: 2 },
    key: { type: 'string', format: 'password' },
    days: { type: 'array', items: { enum: ['mon', 'tue'] }, maxItems: 7 },
    more: { anyOf: [{ const: 1 }, { not: { type: 'null' } }], if: true, else: false },
  },
}
const values = { place: 'sevilla', color: '#00ff00', size: 4, days: ['mon', 'x'], more: { a: [1, 2, { b: null }] } }

fuzzDoor('schemas of configurations', {
  seeds: [JSON.stringify(schema)],
  maxBytes: SCHEMA_MAX,
  moreInputs: jsonWithFaults(schema),
  read(input) {
    try {
      const parsed = parseConfigSchema(input.toString())
      fieldsOf(parsed)
      keysOf(parsed, 'secret')
      checkValues(parsed, { ...defaultsOf(parsed), ...values })
    } catch (error) {
      if (!(error instanceof ConfigSchemaError)) throw error
    }
    return null
  },
})

const parts = [
  'a',
  '.',
  '\\d',
  '[a-z]',
  '(a|b)',
  '(?:a|ab)',
  '+',
  '*',
  '?',
  '{1,3}',
  '{2}',
  '^',
  '$',
  '|',
  'b',
  '\\w',
  '(',
  ')',
]
const patterns = fc.array(fc.constantFrom(...parts), { maxLength: 12 }).map((all) => Buffer.from(all.join('')))
const LENGTHS = [20, 128, 5000]
const texts = LENGTHS.flatMap((length) =>
  ['a', 'ab', 'aab', '0', 'z1', ' '].map((unit) => `${unit.repeat(length).slice(0, length - 1)}!`),
)

fuzzDoor('patterns of configurations', {
  seeds: ['^[a-z]+$', '^\\d{1,3}(\\.\\d{1,3}){3}$', '(a+)+$', '^(a|a)*$', '(x+x+)+y', '\\w*\\w*\\w*!'],
  maxBytes: 4 * KB,
  moreInputs: patterns,
  read(input) {
    const pattern = input.toString()
    try {
      const parsed = parseConfigSchema(
        JSON.stringify({ type: 'object', properties: { a: { type: 'string', pattern } } }),
      )
      for (const a of texts) {
        const before = process.threadCpuUsage()
        checkValues(parsed, { a })
        const { user } = process.threadCpuUsage(before)
        if (user / 1000 > BLOCKED_MAX_MS) return `${JSON.stringify(pattern)} takes ${user / 1000} ms`
      }
    } catch (error) {
      if (!(error instanceof ConfigSchemaError)) throw error
    }
    return null
  },
})

const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><path d="M0 0h1" fill="url(#a)"/></svg>'
const active = [
  '<svg><script>alert(1)</script></svg>',
  '<svg onload="a()"/>',
  '<svg><a href="javascript:a()"/></svg>',
  '<!DOCTYPE svg [<!ENTITY a "b">]><svg/>',
]

fuzzDoor('packages of modules', {
  seeds: [
    clockArchive(),
    zipOf([
      { path: 'module.json', content: manifestText() },
      { path: 'index.js', content: '1' },
    ]),
  ],
  maxBytes: MB,
  isIsolated: true,
  shortInputs: 40,
  moreInputs: anyArchive,
  async read(input) {
    const error = await readArchive(input)
      .then(checkPackage)
      .then(
        () => null,
        (reason: unknown) => reason,
      )
    return error === null || error instanceof PackageError || error instanceof ManifestError ? null : String(error)
  },
})

fuzzDoor('drawings in modules', {
  seeds: [svg, ...active],
  known: [
    ['<svg><a href=', ' ', '"'],
    ['<svg>', ' href=', ''],
    ['<svg style="', 'url(', ''],
  ],
  maxBytes: 5 * MB,
  isIsolated: true,
  read(input) {
    const text = input.toString()
    const isActive = isActiveSvg(text)
    return active.includes(text) && !isActive ? 'is taken for harmless' : null
  },
})

const about = { format: 'atalaya.backup', version: 1, createdAt: '2026-11-21T00:00:00Z', migrations: ['001-accounts'] }
const table = { table: 'users', columns: ['id', 'name'] }
const lines = [about, table, ['1', 'Ada'], ['2', null], { end: true, rows: 2, sha256: '0' }]
const asLines = (all: readonly unknown[]) => Buffer.from(all.map((line) => `${JSON.stringify(line)}\n`).join(''))

fuzzDoor('backup files', {
  seeds: [asLines(lines)],
  maxBytes: 4 * MB,
  isIsolated: true,
  moreInputs: withFaults(fc.constant(lines)).map((all) => asLines(Array.isArray(all) ? all : [all])),
  async read(input) {
    for (const bytes of [gzipSync(input, { level: 1 }), input]) {
      const file = join(folder, 'backup')
      writeFileSync(file, bytes)
      const error = await verifyBackup(file).then(
        () => null,
        (reason: unknown) => reason,
      )
      if (!(error instanceof BackupError)) return `takes it for whole, or says ${error}`
    }
    return null
  },
})

fuzzDoor('settings', {
  seeds: [
    'HOST=0.0.0.0\nPORT=3000\nPUBLIC_URL=https://a.example\nTRUST_PROXY=10.0.0.0/8,127.0.0.1\nREGISTRATION=closed',
    'ALLOW_PRIVATE_HOSTS=10.0.0.1:80,[::1]\nCORS_ORIGINS=https://a.example,http://b\nDATABASE_URL=postgres://a:b@c/d',
    'NATS_URL=nats://a:b@c:4222,tls://d\nSECRET_KEY="a b"\nLOG_LEVEL=debug\nMETRICS_TOKEN=x',
  ],
  maxBytes: 64 * KB,
  read(input) {
    try {
      readConfig(parseEnv(input.toString()) as NodeJS.ProcessEnv)
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error
    }
    return null
  },
})

const nkey = `SU${'A'.repeat(56)}`

fuzzDoor('credentials for NATS', {
  seeds: [nkey, '-----BEGIN NATS USER JWT-----\na.b.c\n------END NATS USER JWT------\n'],
  maxBytes: 64 * KB,
  async read(input) {
    const file = join(folder, 'nats')
    writeFileSync(file, input)
    const error = await natsAccess({ NATS_URL: 'nats://127.0.0.1', NATS_CREDENTIALS: file }).then(
      () => null,
      (reason: unknown) => reason,
    )
    return error === null || error instanceof ConfigError ? null : `says ${error}`
  },
})
