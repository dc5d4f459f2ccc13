import { audit } from '@atalaya/contract/audit'
import { LEGAL_TEXT_MAX, legal } from '@atalaya/contract/legal'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

let app: TestApp
let admin: string

beforeAll(async () => {
  app = await createTestApp()
  admin = (await app.signUp('warden')).tokens.accessToken
})
afterAll(() => app.close())

const read = async (page: 'terms' | 'privacy') => (await app.call(legal.read, { params: { page } })).body.data
const change = (page: 'terms' | 'privacy', text: unknown) =>
  app.call(legal.change, { params: { page }, body: { text: text as string } }, admin)

test('each legal text is replaced separately, and can be reset to the default', async () => {
  expect(await read('terms')).toEqual({ text: null, changedAt: null })
  const changed = await change('terms', '  Be kind.\n\n# Really\n\nPlease. ')
  expect(changed.body.data).toEqual({ text: 'Be kind.\n\n# Really\n\nPlease.', changedAt: expect.any(String) })
  expect(await read('terms')).toEqual(changed.body.data)
  expect(await read('privacy')).toEqual({ text: null, changedAt: null })
  await change('terms', null)
  expect(await read('terms')).toEqual({ text: null, changedAt: expect.any(String) })
})

test('a change is recorded with its author', async () => {
  await change('privacy', 'Nothing is kept.')
  await change('privacy', null)
  const { entries } = (await app.call(audit.list, { query: { action: 'legal.changed', limit: '2' } }, admin)).body.data
  expect(entries).toMatchObject([
    { target: { id: 'privacy', name: 'Privacy Policy' }, details: 'the usual one again', actor: { name: 'warden' } },
    { target: { id: 'privacy', name: 'Privacy Policy' }, details: '', actor: { name: 'warden' } },
  ])
})

test.each([
  ['an empty text', ' \n '],
  ['a text that is too long', 'x'.repeat(LEGAL_TEXT_MAX + 1)],
  ['a NUL character', 'a\0b'],
  ['a number', 7],
])('%s is refused, and the stored text stays', async (_what, text) => {
  await change('terms', 'y'.repeat(LEGAL_TEXT_MAX))
  expect((await change('terms', text)).status).toBe(400)
  expect((await read('terms')).text).toBe('y'.repeat(LEGAL_TEXT_MAX))
})

test('an unknown legal page is refused', async () => {
  expect((await app.call(legal.read, { params: { page: 'imprint' as never } })).status).toBe(400)
})
