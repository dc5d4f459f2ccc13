import { auth } from '@atalaya/contract/auth'
import { createJar, PASSWORD, someone } from '@atalaya/testbed/people'
import { expect, onTestFinished, test } from 'vitest'
import { HASHING } from '#server/passwords/passwords.ts'
import { createTestApp } from '#test/support/test-app.ts'

test('while one network floods the sign-in, other networks and known browsers can sign in', async () => {
  // Hashing at its real cost, which a flood exploits.
  const app = await createTestApp({ times: { hashing: HASHING } })
  onTestFinished(app.close)
  for (const username of ['flooder', 'neighbour']) await app.call(auth.register, { body: someone({ username }) })
  const login = (username: string, from: string, headers = {}) =>
    app.call(auth.login, { body: { username, password: PASSWORD }, headers, from })
  const jar = createJar()
  jar.take((await login('neighbour', '192.0.2.1', jar.headers())).headers)
  const flood = Array.from({ length: 150 }, (_, at) => login(`nobody-${at}`, '192.0.2.1'))
  const others = [login('neighbour', '192.0.2.1', jar.headers()), login('flooder', '203.0.113.1')]
  expect((await Promise.all(others)).map(({ status }) => status)).toEqual([200, 200])
  expect((await Promise.all(flood)).map(({ status }) => status)).toContain(503)
})
