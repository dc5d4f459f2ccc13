import { auth, type SignedIn } from '@atalaya/contract/auth'
import { qr } from '@atalaya/contract/qr'
import { BROWSER, PASSWORD } from '@atalaya/testbed/people'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Schema } from '#server/db/schema.ts'
import { guesses, KNOWN_DEVICE_MS, QR_CODE_MS, REFRESH_IDLE_MS, SESSION_MS } from '#server/limits/limits.ts'
import { RETENTION_DAYS, runHousekeepingAt } from '#test/support/housekeeping.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

const START = Date.parse('2026-03-20T12:00:00Z')
const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

let clock: number
let it: TestApp
beforeEach(async () => {
  clock = START
  it = await createTestApp({ now: () => clock })
})
afterEach(() => it.close())

const login = async (): Promise<SignedIn> =>
  (await it.call(auth.login, { body: { username: 'admin', password: PASSWORD } })).body.data
const refresh = ({ tokens }: Pick<SignedIn, 'tokens'>) =>
  it.call(auth.refresh, { body: { refreshToken: tokens.refreshToken } })

/** A device that is used once a day. */
function createDailyDevice(signedIn: SignedIn) {
  let { tokens } = signedIn
  return {
    async use() {
      const { status, body } = await refresh({ tokens })
      if (status === 200) tokens = body.data
      return status
    },
    meStatus: async () => (await it.call(auth.me, {}, tokens.accessToken)).status,
    sessions: async () => (await it.call(auth.sessions, {}, tokens.accessToken)).body.data.sessions,
  }
}

const sweep = (at = clock) => it.withDatabase((db) => runHousekeepingAt(db, at))

describe('a session, with the sweep once a day', () => {
  test('lasts exactly thirty days if it is used daily', async () => {
    const device = createDailyDevice(await it.signUp('admin'))
    for (let day = 1; day < 30; day++) {
      clock = START + day * DAY
      await sweep()
      expect(await device.use(), `day ${day}`).toBe(200)
      expect(await device.sessions()).toMatchObject([{ lastUsedAt: new Date(clock).toISOString() }])
    }
    clock = START + SESSION_MS - MINUTE
    expect(await device.use()).toBe(200)
    clock = START + SESSION_MS - 1
    await sweep()
    expect(await device.meStatus()).toBe(200)
    clock = START + SESSION_MS
    expect([await device.meStatus(), await device.use()]).toEqual([401, 401])
  })

  test('ends after seven days without use, and continues if it is used', async () => {
    const idle = await it.signUp('admin')
    const device = createDailyDevice(await login())
    for (let day = 1; day < 7; day++) {
      clock = START + day * DAY
      await sweep()
      await device.use()
    }
    clock = START + REFRESH_IDLE_MS - 1
    await sweep()
    await device.use()
    expect(await device.sessions()).toHaveLength(2)
    clock = START + REFRESH_IDLE_MS
    expect(await device.sessions()).toHaveLength(1)
    await sweep(clock + 1)
    expect((await refresh(idle)).status).toBe(401)
    expect(await device.use()).toBe(200)
  })

  test('can be refreshed until the end of its seven idle days, also after a sweep', async () => {
    const [one, other] = [await it.signUp('admin'), await login()]
    clock = START + REFRESH_IDLE_MS - 1
    await sweep()
    expect((await refresh(one)).status).toBe(200)
    clock += 1
    expect((await refresh(other)).status).toBe(401)
  })
})

/** Maximum age of a table's rows: the sweep removes older ones. */
const retentions: [keyof Schema, number][] = [
  ['access_tokens', 10 * MINUTE],
  ['qr_codes', QR_CODE_MS + 60 * MINUTE],
  ['guess_budgets', 2 * guesses.forgottenAfterMs],
  ['refresh_tokens', REFRESH_IDLE_MS],
  ['sessions', REFRESH_IDLE_MS],
  ['audit', RETENTION_DAYS * DAY],
  ['known_devices', KNOWN_DEVICE_MS],
]
test('the sweep keeps rows exactly as long as they are needed', async () => {
  await it.signUp('admin')
  await it.call(auth.login, { body: { username: 'admin', password: PASSWORD }, headers: BROWSER })
  await it.call(auth.login, { body: { username: 'admin', password: 'wrong' } })
  await it.call(qr.generate)
  await it.withDatabase(async (db) => {
    const count = async (table: keyof Schema) => (await db.selectFrom(table).selectAll().execute()).length
    for (const [table, ms] of retentions) {
      const before = await count(table)
      expect(before, table).toBeGreaterThan(0)
      await runHousekeepingAt(db, START + ms)
      expect(await count(table), `${table} at the last moment`).toBe(before)
      // Sessions have the same maximum age, so the next table's turn removes these rows too.
      if (table === 'refresh_tokens') continue
      await runHousekeepingAt(db, START + ms + 1)
      expect(await count(table), `${table} after it`).toBe(0)
    }
    expect(await count('refresh_tokens')).toBe(0)
  })
})
