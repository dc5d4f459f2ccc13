import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ModuleMeta, modules } from '@atalaya/contract/modules'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createFaults } from '#server/containment/faults.ts'
import { createLocalBus } from '#server/events/bus.ts'
import { createModulesService } from '#server/modules/modules.service.ts'
import type { ActiveVersion } from '#server/modules/packages.repo.ts'
import { createTestApp } from '#test/support/test-app.ts'

/** Packages that run, each with a small manifest. */
const repoOf = (listActive: () => Promise<ActiveVersion[]>) => ({
  listActive,
  version: async (id: string, version: string) => ({
    manifest: { id, name: id, version, size: { width: 1, height: 1 }, entry: 'index.js' },
    configSchema: undefined,
  }),
})
const activeVersion = (id: string): ActiveVersion => ({ id, version: '1.0.0', digest: id, stopped: null })

test('GET /api/v1/modules lists the modules for signed-in users, with the sizes of the specification', async () => {
  const app = await createTestApp()
  const { tokens } = await app.signUp()
  const { body } = await app.call(modules.list, {}, tokens.accessToken)
  expect(body.data.modules).toContainEqual(
    expect.objectContaining({ id: 'agent-status', name: 'Agent', size: { width: 2, height: 2 } }),
  )
  expect((await app.call(modules.list)).status).toBe(401)

  // Sizes of widgets as in the specification.
  const sizes = body.data.modules.map(({ id, category, size: { width, height } }: ModuleMeta) => [
    id,
    `${category} ${width}x${height}`,
  ])
  expect(Object.fromEntries(sizes)).toMatchObject({
    'game-server': 'utilities 2x2',
    spark: expect.stringMatching(/ 1x3$/),
    'now-playing': 'entertainment 2x2',
    'now-playing-compact': 'entertainment 2x1',
    weather: 'utilities 2x1',
    conversations: 'communications 2x3',
  })
  await app.close()
})

describe('a folder of modules', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'atalaya-modules-'))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  const faults = createFaults(() => {})
  const createCatalogue = () =>
    createModulesService({ repo: repoOf(async () => []), bus: createLocalBus(faults), faults, folder })
  const manifest = { id: 'clock', name: 'Clock', version: '1.0.0', size: { width: 1, height: 1 }, entry: 'index.js' }
  function addModule(name: string, text: string, files: Record<string, string> = { 'index.js': '' }) {
    mkdirSync(join(folder, name))
    for (const [file, content] of Object.entries({ ...files, 'module.json': text })) {
      writeFileSync(join(folder, name, file), content)
    }
  }
  const manifestWith = (fields: object) => JSON.stringify({ ...manifest, ...fields })

  test('is listed by name with its configuration schemas, and single lookups omit the schema', async () => {
    addModule('tide', manifestWith({ id: 'tide', name: 'Tide' }))
    addModule('clock', manifestWith({ configSchema: 'form.json' }), {
      'index.js': '',
      'form.json': '{ "type": "object" }',
    })
    mkdirSync(join(folder, 'no-module'))
    const catalogue = await createCatalogue()
    const bundled = { permissions: { origins: [], agents: false, storage: false }, isSandboxed: false }
    expect(await catalogue.list()).toEqual([
      { ...manifest, ...bundled, configSchema: '{"type":"object"}' },
      { ...manifest, ...bundled, id: 'tide', name: 'Tide' },
    ])
    expect(catalogue.findMeta('clock')).toEqual({ ...manifest, ...bundled })
    expect(catalogue.findMeta('sundial')).toBeNull()
  })

  test.each([
    ['{', /^clock: module\.json inválido: .*JSON/],
    [manifestWith({ name: '' }), /^clock: module\.json inválido: name /],
    [manifestWith({ size: { width: 5, height: 0 } }), /^clock: module\.json inválido: size\.width .*; size\.height /],
    [
      manifestWith({ entry: 'https://example.org/x.js' }),
      /module\.json inválido: entry must be a path inside the module/,
    ],
    [manifestWith({ entry: '../x.js' }), /module\.json inválido: entry must be a path inside the module/],
    [manifestWith({ id: 'watch' }), /^clock: module\.json inválido: id must be the folder's name, clock/],
    [manifestWith({ entry: 'gone.js' }), /^clock: No se encontró el entry gone\.js/],
    [manifestWith({ configSchema: 'gone.json' }), /^clock: module\.json inválido: configSchema /],
  ])('is refused with the fault of %s', async (text, message) => {
    addModule('clock', text)
    await expect(createCatalogue()).rejects.toThrow(message)
  })
})

test('the later of two parallel catalogue reads is kept, even if it finishes first', async () => {
  const faults = createFaults((error) => expect.unreachable(String(error)))
  const answers: PromiseWithResolvers<ActiveVersion[]>[] = []
  const listActive = () => {
    const answer = Promise.withResolvers<ActiveVersion[]>()
    answers.push(answer)
    return answer.promise
  }
  const creating = createModulesService({ repo: repoOf(listActive), bus: createLocalBus(faults), faults })
  // The service reads at its start (answer 0), and again for each list (answers 1 and 2).
  await expect.poll(() => answers.length).toBe(1)
  answers[0]?.resolve([])
  const catalogue = await creating
  const [older, newer] = [catalogue.list(), catalogue.list()]
  answers[2]?.resolve([activeVersion('newer')])
  await newer
  answers[1]?.resolve([])
  await older
  expect(catalogue.findMeta('newer')).not.toBeNull()
})

test('an instance reads the packages again after it may have missed changes', async () => {
  const faults = createFaults((error) => expect.unreachable(String(error)))
  let packages: ActiveVersion[] = []
  let endGap: () => unknown = () => expect.unreachable('gaps have no listener')
  const onGap = (handler: () => unknown) => {
    endGap = handler
    return () => {}
  }
  const bus = { ...createLocalBus(faults), onGap }
  const catalogue = await createModulesService({ repo: repoOf(async () => packages), bus, faults })
  packages = [activeVersion('installed-meanwhile')]
  await endGap()
  expect(catalogue.findMeta('installed-meanwhile')).not.toBeNull()
})
