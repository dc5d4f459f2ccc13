import type { IndexedModule } from '@atalaya/contract/module-indexes'
import { expect, onTestFinished, test } from 'vitest'
import { createIndexWorld } from '#test/support/index-world.ts'
import { signedVersion } from '#test/support/module-index.ts'

const names = (modules: IndexedModule[]) => modules.map(({ name }) => name)

test('a large index is listed in pages by name, and searched by name, description and id', async () => {
  const world = await createIndexWorld()
  onTestFinished(() => world.close())
  const modules = Array.from({ length: 500 }, (_, n) => {
    const number = String(n).padStart(3, '0')
    const id = `module-${number}`
    const versions = ['1.0.0', '1.1.0', '1.2.0'].map((version) => signedVersion(world.indexKey.key, id, version))
    return {
      id,
      name: `Module ${number}`,
      description: n === 321 ? 'Hört die Straßenbahn, 100%' : 'Shows a thing',
      versions,
    }
  })
  await world.follow({ modules: modules.toReversed() })

  const first = await world.list()
  expect(first.total).toBe(500)
  expect(names(first.modules)).toEqual(Array.from({ length: 24 }, (_, n) => `Module ${String(n).padStart(3, '0')}`))
  const last = await world.list({ offset: '480', limit: '50' })
  expect(names(last.modules)).toHaveLength(20)
  expect(last.modules.at(-1)).toMatchObject({ name: 'Module 499', offer: { version: '1.2.0' } })

  for (const query of ['strassen', 'HORT', '00%', 'module-321']) {
    expect(await world.list({ query })).toMatchObject({ total: 1, modules: [{ id: 'module-321' }] })
  }
  expect(await world.list({ query: '%' })).toMatchObject({ total: 1 })
  expect(await world.list({ query: 'module_3' })).toMatchObject({ total: 0 })
  expect(await world.list({ query: 'module 49' })).toMatchObject({ total: 10 })
})
