// Tests types: the compiler checks this file in `npm run check`; running it does little.
import { expect, expectTypeOf, test } from 'vitest'
import { z } from 'zod'
import { type Args, type Data, type Input, route } from './route.ts'

const bare = route({
  method: 'GET',
  path: '/api/v1/lamps',
  access: 'public',
  summary: 'Lists the lamps',
  data: z.object({ lamps: z.array(z.string()) }),
})

const full = route({
  method: 'PATCH',
  path: '/api/v1/lamps/:id',
  access: 'user',
  scope: 'pages:write',
  sensitive: true,
  summary: 'Changes a lamp',
  params: z.object({ id: z.string() }),
  query: z.object({ limit: z.coerce.number<string>().default(20) }),
  body: z.object({ name: z.string().optional(), lit: z.stringbool() }),
  data: z.object({ since: z.iso.datetime().transform((text) => new Date(text)) }),
})

test('a declaration keeps its values and literal types', () => {
  expect(full.path).toBe('/api/v1/lamps/:id')
  expectTypeOf(full.method).toEqualTypeOf<'PATCH'>()
  expectTypeOf(full.path).toEqualTypeOf<'/api/v1/lamps/:id'>()
  expectTypeOf(full.access).toEqualTypeOf<'user'>()
  expectTypeOf(full.scope).toEqualTypeOf<'pages:write'>()
  expectTypeOf(full.sensitive).toEqualTypeOf<true>()
})

test('a caller passes the declared types, before validation', () => {
  expectTypeOf<Args<typeof full>>().branded.toEqualTypeOf<{
    params: { id: string }
    query: { limit?: string | undefined }
    body: { name?: string | undefined; lit: string }
  }>()
})

test('a handler receives the declared types, validated and with defaults', () => {
  expectTypeOf<Input<typeof full>>().branded.toEqualTypeOf<{
    params: { id: string }
    query: { limit: number }
    body: { name?: string | undefined; lit: boolean }
  }>()
})

test('undeclared arguments are not accepted', () => {
  expectTypeOf<Args<typeof bare>>().toBeUnknown()
  expectTypeOf<Input<typeof bare>>().toBeUnknown()
})

test('a call returns the data as parsed by its schema', () => {
  expectTypeOf<Data<typeof bare>>().toEqualTypeOf<{ lamps: string[] }>()
  expectTypeOf<Data<typeof full>>().toEqualTypeOf<{ since: Date }>()
})

test('an invalid declaration does not compile', () => {
  const { method, access, summary, data } = bare
  // @ts-expect-error: A path begins with a slash.
  route({ method, path: 'lamps', access, summary, data })
  // @ts-expect-error: A call without `access` is refused: nothing is public by omission.
  route({ method, path: '/lamps', summary, data })
  // @ts-expect-error: No such method.
  route({ method: 'FETCH', path: '/lamps', access, summary, data })
  // @ts-expect-error: The answer needs a schema.
  route({ method, path: '/lamps', access, summary, data: { lamps: [] } })
})

test('a call for people without a valid scope or null does not compile', () => {
  const { method, path, summary, data } = bare
  route({ method, path, access: 'user', scope: 'agents:read', summary, data })
  route({ method, path, access: 'admin', scope: null, summary, data })
  // @ts-expect-error: `scope` is missing.
  route({ method, path, access: 'user', summary, data })
  // @ts-expect-error: `scope` is missing here, too.
  route({ method, path, access: 'admin', summary, data })
  // @ts-expect-error: Undefined is no scope.
  route({ method, path, access: 'user', scope: undefined, summary, data })
  // @ts-expect-error: No such scope.
  route({ method, path, access: 'user', scope: 'agents:everything', summary, data })
  // @ts-expect-error: A public call needs no scope.
  route({ method, path, access: 'public', scope: 'agents:read', summary, data })
})
