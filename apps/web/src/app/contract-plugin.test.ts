import { expect, test } from 'vitest'
import { z } from 'zod'
import { serverPartIn, withoutSchemas } from '../../contract.plugin.ts'

const calls = {
  rename: {
    method: 'POST',
    path: '/name',
    access: 'user',
    summary: 'Rename',
    body: z.object({ name: z.string() }),
    data: z.object({ name: z.string() }),
  },
}

test('calls keep method, path and access in a module without schemas', () => {
  expect(withoutSchemas('/contract/names.ts', { calls })).toContain(
    'export const calls = {"rename":{"method":"POST","path":"/name","access":"user"}}',
  )
})

test('constants are literals; schemas, functions and classes come from the whole module', () => {
  const exports = {
    LONGEST: 80,
    kinds: ['a', 'b'],
    bounds: { low: 1, high: 2 },
    name: z.string(),
    names: { first: z.string() },
    isLong: (text: string) => text.length > 80,
    NameError: class extends Error {},
    known: new Set(['a']),
    endless: Number.POSITIVE_INFINITY,
  }
  expect(withoutSchemas('/contract/names.ts', exports).split('\n')).toEqual([
    'export const LONGEST = 80',
    'export const kinds = ["a","b"]',
    'export const bounds = {"low":1,"high":2}',
    "export { name, names, isLong, NameError, known, endless } from './names.ts?schemas'",
  ])
})

test('a schema of a call that the client reads is found', () => {
  const code = (text: string) => `import { calls } from '@atalaya/contract/names'\nexport const found = ${text}`
  expect(serverPartIn('/names.ts', code('calls.rename.body'))).toBe('calls.rename.body')
  expect(serverPartIn('/names.ts', code('calls.rename.path'))).toBeUndefined()
  expect(serverPartIn('/names.ts', code('other.rename.body'))).toBeUndefined()
})
