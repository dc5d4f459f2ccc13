import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

let it: TestApp
beforeAll(async () => {
  it = await createTestApp()
})
afterAll(() => it.close())

test('the OpenAPI document refers to nothing that it does not hold', async () => {
  const text = (await it.app.inject('/api/openapi.json')).body
  const document = JSON.parse(text)
  const held = Object.keys(document.components?.schemas ?? {}).map((name) => `#/components/schemas/${name}`)
  const wanted = [...text.matchAll(/"\$ref":"([^"]+)"/g)].map(([, ref]) => ref)
  expect(wanted.filter((ref) => !held.includes(ref ?? ''))).toEqual([])
  expect(Object.keys(document.paths).length).toBeGreaterThan(50)
})
