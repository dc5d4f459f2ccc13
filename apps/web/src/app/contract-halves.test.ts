import { expect, test } from 'vitest'
import { halvesOf, shapeReadIn } from '../../contract-halves.ts'

const MODULE = `
import { z } from 'zod'
import { route } from './route.ts'

export type Name = z.infer<typeof name>
const LONGEST = 80
export const name = z.string().max(LONGEST)
export const names = { first: name }
export const isLong = (text: string) => text.length > LONGEST
export const calls = {
  rename: route({
    method: 'POST',
    path: '/name',
    access: 'user',
    summary: 'Rename',
    body: z.object({ name }),
    data: z.object({ name }),
  }),
}
`

test('a contract module is split into its calls without schemas, and its schemas', () => {
  const { own, schemas } = halvesOf('/contract/names.ts', MODULE)
  expect(own).toMatch(/method: 'POST',\s+path: '\/name',\s+access: 'user',\s+\}\)/)
  expect(own).toContain('isLong')
  expect(own).not.toMatch(/z\.(object|string)|first: name/)
  expect(own).toContain("export * from './names.ts?schemas'")
  expect(schemas).toContain('export const name = z.string().max(LONGEST)')
  expect(schemas).toContain('export const names')
  expect(schemas).toContain("import { LONGEST } from './names.ts'")
  expect(schemas).not.toContain('calls')
})

test('a module that can not be split fails the build', () => {
  expect(() => halvesOf('/contract/names.ts', "import { z } from 'zod'\nconst { object } = z")).toThrow(
    'const { object } = z',
  )
})

test('a schema of a call that the client reads is found', () => {
  const code = (text: string) => `import { calls } from '@atalaya/contract/names'\nexport const found = ${text}`
  expect(shapeReadIn('/names.ts', code('calls.rename.body'))).toBe('calls.rename.body')
  expect(shapeReadIn('/names.ts', code('calls.rename.path'))).toBeUndefined()
  expect(shapeReadIn('/names.ts', code('other.rename.body'))).toBeUndefined()
})
