import { auth } from '@atalaya/contract/auth'
import { email, username } from '@atalaya/contract/users'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contractRoutes } from '#test/support/contract-routes.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

/** Combining marks in the wrong order: NFKC would sort a long text of them for half a minute. */
const marks = (bytes: number) => `a${'\u0301\u0316'.repeat(bytes / 4)}`

/** Counts the normalizations of texts longer than any name, while `work` runs. */
function countNormalizations(work: () => unknown): number {
  const { normalize } = String.prototype
  let count = 0
  String.prototype.normalize = function (this: string, form?: string) {
    if (this.length > 2000) count += 1
    return normalize.call(this, form)
  }
  try {
    work()
  } finally {
    String.prototype.normalize = normalize
  }
  return count
}

test.each([
  ['a username', username],
  ['an e-mail address', email],
])('%s that is far too long is refused before it is normalized', (_what, schema) => {
  const normalizations = countNormalizations(() => {
    for (const text of [marks(80_000), 'ﬃ'.repeat(50_000), ' '.repeat(500_000)]) {
      expect(schema.safeParse(text).success).toBe(false)
    }
  })
  expect(normalizations).toBe(0)
})

test('the length of a name is measured after trimming and NFKC normalization', () => {
  expect(username.parse(`   ${'a'.repeat(32)}   `)).toBe('a'.repeat(32))
  expect(username.parse('e\u0301'.repeat(32))).toBe('é'.repeat(32))
  expect(username.safeParse('a'.repeat(33)).error?.issues[0]?.message).toBe('Username can have at most 32 characters')
  expect(username.safeParse('a'.repeat(333)).error?.issues).toHaveLength(1)
})

test('public sign-in calls refuse a body above 16 KiB', async () => {
  const forms = contractRoutes().filter(({ path, body, bodyBytes }) => path.startsWith('/auth/') && body && !bodyBytes)
  expect(forms.length).toBeGreaterThan(10)
  const payload = JSON.stringify({ username: 'a'.repeat(16 * 1024) })
  for (const { method, path } of forms.filter(({ access }) => access === 'public')) {
    const url = path.replace(/:\w+/g, 'x')
    const reply = await app.app.inject({ method, url, payload, headers: { 'content-type': 'application/json' } })
    expect([path, reply.statusCode]).toEqual([path, 413])
    expect(reply.json().message).toBe('The request body is too large')
  }
  const fits = { username: 'ada', password: 'x'.repeat(1024) }
  expect((await app.call(auth.login, { body: fits })).status).toBe(401)
})
