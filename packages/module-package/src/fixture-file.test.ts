import { readFileSync } from 'node:fs'
import { invalidManifest } from '@atalaya/contract/modules'
import { expect, test } from 'vitest'
import { checkFixture, fixtureFile } from './fixture-file.ts'

const page = readFileSync(new URL('../../../docs/module-fixtures.md', import.meta.url), 'utf8')

test.each(Object.keys(fixtureFile.shape))('the documentation of fixtures describes %s', (key) => {
  const rows = page.split('\n').filter((line) => line.startsWith('|'))
  expect(rows.filter((row) => row.split('|')[1]?.includes(`\`${key}\``))).toHaveLength(1)
})

test('the documented example of a fixture is valid', () => {
  const [, example = ''] = /```json\n([^`]*)```/.exec(page) ?? []
  const requests = { current: { url: 'https://example.org' } } as never
  expect(() => checkFixture(example, { requests })).not.toThrow()
  expect(() => checkFixture(example, {})).toThrow(
    invalidManifest([{ path: ['fixture', 'requests', 'current'], message: 'is not declared in module.json' }]),
  )
})

test('a file that is nested too deeply is reported as such', () => {
  expect(() => checkFixture('['.repeat(100), {})).toThrow('module.json inválido: fixture')
})
