import { modulePackages } from '@atalaya/contract/module-packages'
import { modules } from '@atalaya/contract/modules'
import { expect, onTestFinished, test } from 'vitest'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import { watchResults } from '#test/support/watch-results.ts'

const [PACKAGES, VERSIONS] = [30, 10]
/** Maximum of characters in one piece of the answer: 256 Ki that one turn serializes, and one more module. */
const PIECE_MAX = (256 + 66) * 1024
const configSchema = JSON.stringify({ type: 'object', description: 'x'.repeat(60_000) })

/** A server with packages whose forms are as large as possible, and its administrator's token. */
async function createWorld(): Promise<TestApp & { token: string }> {
  const it = await createTestApp()
  onTestFinished(it.close)
  const { accessToken: token } = (await it.signUp('root')).tokens
  await it.withDatabase(async (db) => {
    for (let n = 0; n < PACKAGES; n += 1) {
      const id = `package-${n}`
      const accepted = JSON.stringify({ origins: [], agents: false, storage: false })
      const package_ = { id, active_version: '1.0.0', accepted, publisher: null }
      await db.insertInto('module_packages').values(package_).execute()
      const versions = Array.from({ length: VERSIONS }, (_, version) => ({
        module_id: id,
        version: `1.0.${version}`,
        digest: `${n} ${version}`,
        manifest: JSON.stringify({
          id,
          name: id,
          version: `1.0.${version}`,
          size: { width: 1, height: 1 },
          entry: 'a.js',
        }),
        config_schema: configSchema,
        size: 1,
        file_count: 1,
        installed_at: version,
        removed_at: null,
        index_id: null,
        stopped: null,
      }))
      await db.insertInto('module_versions').values(versions).execute()
    }
  })
  return { ...it, token }
}

test('the catalogue reads each version of a package once, and its answer comes in pieces', async () => {
  const it = await createWorld()
  const list = async () => (await it.call(modules.list, {}, it.token)).body.data.modules as { id: string }[]
  const packages = (await list()).filter(({ id }) => id.startsWith('package-'))
  expect(packages).toHaveLength(PACKAGES)
  expect(packages[0]).toMatchObject({ configSchema, isSandboxed: true })

  const seen = watchResults()
  const { url, headers } = { url: modules.list.path, headers: { authorization: `Bearer ${it.token}` } }
  const answer = await it.app.inject({ method: 'GET', url, headers, payloadAsStream: true })
  const pieces: number[] = []
  for await (const piece of answer.stream()) pieces.push(piece.length)
  expect(pieces.reduce((sum, length) => sum + length, 0)).toBeGreaterThan(PACKAGES * configSchema.length)
  expect(Math.max(...pieces)).toBeLessThan(PIECE_MAX)
  expect(seen.flatMap(({ rows }) => rows).filter((row) => 'manifest' in row)).toEqual([])
})

test('the list of packages reads the versions of one package at a time, and no forms', async () => {
  const it = await createWorld()
  const seen = watchResults()
  const { packages } = (await it.call(modulePackages.list, {}, it.token)).body.data
  expect(packages).toHaveLength(PACKAGES)
  expect(packages[0].versions).toHaveLength(VERSIONS)
  const reads = seen.filter(({ rows: [first] }) => first && 'manifest' in first)
  expect(Math.max(...reads.map(({ rows }) => rows.length))).toBe(VERSIONS)
  expect(reads.flatMap(({ rows }) => rows).filter((row) => 'config_schema' in row)).toEqual([])
})
