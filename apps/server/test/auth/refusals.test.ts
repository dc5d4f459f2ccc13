import { auth } from '@atalaya/contract/auth'
import { users } from '@atalaya/contract/users'
import { PASSWORD, someone } from '@atalaya/testbed/people'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { guesses } from '#server/limits/limits.ts'
import { HASHING } from '#server/passwords/passwords.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

let app: TestApp
beforeEach(async () => {
  // One of the tests compares costs, so hashing must cost as much as in production.
  app = await createTestApp({ times: { hashing: HASHING } })
  await app.call(auth.register, { body: someone({ username: 'admin' }) })
  await app.call(auth.register, { body: someone({ username: 'victim' }) })
})
afterEach(() => app.close())

const login = (username: string, password: string) => app.call(auth.login, { body: { username, password } })

describe('B1 a refused login', () => {
  test('gets the same answer for an unknown account, a wrong password and a deactivated account', async () => {
    const admin = (await login('admin', PASSWORD)).body.data.tokens.accessToken
    const gone = (await app.signUp('gone')).user
    await app.call(users.setStatus, { params: { id: gone._id }, body: { isActive: false } }, admin)
    const replies = [await login('victim', 'wrong'), await login('nobody', PASSWORD), await login('gone', PASSWORD)]
    const answers = replies.map(({ reply }) => {
      const { date, ...headers } = reply.headers
      return { status: reply.statusCode, headers, body: reply.body.replace(/"requestId":"[^"]+"/, '') }
    })
    expect(answers[0]?.status).toBe(401)
    expect(answers[0]?.body).toContain('Credenciales incorrectas')
    expect(answers[1]).toEqual(answers[0])
    expect(answers[2]).toEqual(answers[0])
  })

  test('B2 costs about the same processor time in all three cases', async () => {
    const admin = (await login('admin', PASSWORD)).body.data.tokens.accessToken
    const gone = (await app.signUp('gone')).user
    await app.call(users.setStatus, { params: { id: gone._id }, body: { isActive: false } }, admin)
    // Processor time of all threads: unlike wall time, it does not depend on the machine's other work.
    const work: Record<string, number> = { victim: 0, nobody: 0, gone: 0 }
    for (let round = 0; round < guesses.free - 1; round++) {
      for (const username of Object.keys(work)) {
        const before = process.cpuUsage()
        expect((await login(username, 'wrong')).status).toBe(401)
        const { user, system } = process.cpuUsage(before)
        work[username] = (work[username] ?? 0) + user + system
      }
    }
    const spent = Object.values(work)
    expect(Math.max(...spent) / Math.min(...spent)).toBeLessThan(2)
  })
})
