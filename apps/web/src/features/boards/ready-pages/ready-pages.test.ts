import { parseConfigSchema } from '@atalaya/config-schema/schema'
import { checkValues } from '@atalaya/config-schema/values'
import { haveNoOverlap } from '@atalaya/contract/grid'
import type { ModuleMeta } from '@atalaya/contract/modules'
import { pageFile } from '@atalaya/contract/page-archive'
import { describe, expect, test } from 'vitest'
import { cityOf, fileOf, readyPages } from '#web/features/boards/ready-pages/ready-pages.ts'

type Meta = ModuleMeta
const byModuleId = (files: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(files).map(([path, value]) => [path.split('/').at(-2), value]))
const manifests: Record<string, Meta | undefined> = byModuleId(
  import.meta.glob('../../../../../../modules/*/module.json', { eager: true, import: 'default' }),
)
const schemas: Record<string, object | undefined> = byModuleId(
  import.meta.glob('../../../../../../modules/*/config.schema.json', { eager: true, import: 'default' }),
)
const catalogue = Object.values(manifests).filter((meta) => meta !== undefined)

describe.each(readyPages.map((page) => [page.name, page] as const))('%s', (_name, page) => {
  const full = fileOf(page, { agents: ['a1', 'a2'], city: 'Vigo' }, catalogue)

  test('contains existing modules in allowed sizes', () => {
    expect(pageFile.parse(full)).toEqual(full)
    expect(full.modules.map(({ module }) => module.id)).toEqual(page.widgets.map(({ id }) => id))
    expect(haveNoOverlap(full.modules.map(({ position }) => position))).toBe(true)
    for (const { module, position } of full.modules) {
      const { size, minSize = size, maxSize = size } = manifests[module.id] as Meta
      expect(position.w, module.id).toBeGreaterThanOrEqual(minSize.width)
      expect(position.h, module.id).toBeGreaterThanOrEqual(minSize.height)
      expect(position.w, module.id).toBeLessThanOrEqual(maxSize.width)
      expect(position.h, module.id).toBeLessThanOrEqual(maxSize.height)
    }
  })

  test('sets only valid values, and leaves out unknown ones', () => {
    const empty = fileOf(page, { agents: [], city: undefined }, catalogue)
    for (const { module, config } of [...full.modules, ...empty.modules]) {
      const schema = schemas[module.id]
      const faults = schema ? checkValues(parseConfigSchema(JSON.stringify(schema)), config) : []
      expect(faults.filter(({ key }) => key in config)).toEqual([])
      if (!schema) expect(config).toEqual({})
    }
    expect(JSON.stringify(empty)).not.toContain('undefined')
  })

  test('leaves out modules that are not in the catalogue', () => {
    expect(fileOf(page, { agents: [], city: undefined }, []).modules).toEqual([])
  })
})

test.each([
  ['Europe/Madrid', 'Madrid'],
  ['America/Argentina/Buenos_Aires', 'Buenos Aires'],
  ['UTC', undefined],
  ['Etc/GMT+1', undefined],
])('the zone %s has the city %s', (zone, city) => {
  expect(cityOf(zone)).toBe(city)
})
