import { agents } from '@atalaya/contract/agents'
import { auth } from '@atalaya/contract/auth'
import { qr } from '@atalaya/contract/qr'
import { PASSWORD } from '@atalaya/testbed/people'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { runHousekeepingAt } from '#test/support/housekeeping.ts'
import { createTestApp } from '#test/support/test-app.ts'

const DAY_MS = 24 * 3_600_000

test('the sweep removes only unusable rows', async () => {
  let clock = Date.parse('2026-01-01T12:00:00Z')
  const app = await createTestApp({ now: () => clock })
  const login = () => app.call(auth.login, { body: { username: 'admin', password: PASSWORD } })
  const sweepAndCount = () =>
    app.withDatabase(async (db) => {
      await runHousekeepingAt(db, clock)
      const count = async (
        table: 'sessions' | 'access_tokens' | 'refresh_tokens' | 'qr_codes' | 'guess_budgets' | 'audit',
      ) => (await db.selectFrom(table).selectAll().execute()).length
      return {
        sessions: await count('sessions'),
        access: await count('access_tokens'),
        refresh: await count('refresh_tokens'),
        qr: await count('qr_codes'),
        budgets: await count('guess_budgets'),
        audit: await count('audit'),
      }
    })
  try {
    await app.signUp('admin')
    await app.call(qr.generate)
    await app.call(auth.login, { body: { username: 'nobody', password: 'x' } })
    const all = { sessions: 1, access: 1, refresh: 1, qr: 1, budgets: 1, audit: 3 }
    expect(await sweepAndCount()).toEqual(all)
    clock += 3_600_000
    expect(await sweepAndCount()).toEqual({ ...all, access: 0 })
    clock += 3 * DAY_MS
    expect(await sweepAndCount()).toEqual({ ...all, access: 0, qr: 0, budgets: 0 })
    const { tokens } = (await login()).body.data
    clock += 5 * DAY_MS
    expect(await sweepAndCount()).toMatchObject({ sessions: 1, access: 0, refresh: 1, audit: 4 })
    expect((await app.call(auth.refresh, { body: { refreshToken: tokens.refreshToken } })).status).toBe(200)
    clock += 30 * DAY_MS
    expect(await sweepAndCount()).toEqual({ sessions: 0, access: 0, refresh: 0, qr: 0, budgets: 0, audit: 0 })
  } finally {
    await app.close()
  }
})

test('the sweep removes old batches of commands once all their commands have ended', async () => {
  const now = Date.parse('2026-06-01T12:00:00Z')
  const app = await createTestApp()
  const { tokens, user } = await app.signUp('admin')
  const { agent } = (await app.call(agents.register, {}, tokens.accessToken)).body.data
  const left = await app.withDatabase(async (db) => {
    for (const [id, days, isOpen] of [
      ['old', 31, 0],
      ['old and open', 31, 1],
      ['new', 29, 0],
    ] as const) {
      const at = now - days * DAY_MS
      const batch = {
        id,
        user_id: user._id,
        command: 'ping',
        args: '{}',
        skipped: '[]',
        request_hash: '',
        created_at: at,
      }
      await db
        .insertInto('command_batches')
        .values({ ...batch, total: 1, online: 0, idempotency_key: null })
        .execute()
      await sql`
        insert into commands (id, batch_id, agent_id, command, args, status, is_open, attempt, doubt, idempotent, bypass,
          timeout_s, not_after, truncated, created_at, updated_at)
        values (${id}, ${id}, ${agent.agentId}, 'ping', '{}', 'queued', ${isOpen}, 0, 0, 1, 0, 60, ${at}, 0, ${at}, ${at})
      `.execute(db)
    }
    await runHousekeepingAt(db, now)
    return db.selectFrom('commands').select('id').orderBy('id').execute()
  })
  expect(left).toEqual([{ id: 'new' }, { id: 'old and open' }])
  await app.close()
})

test('after a restart, times written while the clock ran ahead do not exceed the allowed durations', async () => {
  const now = Date.parse('2026-06-01T12:00:00Z')
  let clock = now + 40 * DAY_MS
  const app = await createTestApp({ now: () => clock })
  try {
    const { tokens } = await app.signUp('admin')
    const registered = await app.call(agents.register, { body: {} }, tokens.accessToken)
    const { agentId } = registered.body.data.agent
    await app.withDatabase((db) => db.updateTable('agents').set({ last_seen: clock }).execute())
    clock = now
    await app.restart()
    const countTooLate = () =>
      app.withDatabase(async (db) => {
        const end = now + 8 * DAY_MS
        const seen = await db
          .selectFrom('agents')
          .select('id')
          .where('last_seen', '>', now + 60_000)
          .execute()
        const access = await db.selectFrom('access_tokens').select('hash').where('expires_at', '>', end).execute()
        const refresh = await db.selectFrom('refresh_tokens').select('hash').where('expires_at', '>', end).execute()
        return seen.length + access.length + refresh.length
      })
    await expect.poll(countTooLate).toBe(0)
    const login = await app.call(auth.login, { body: { username: 'admin', password: PASSWORD } })
    const { body } = await app.call(agents.get, { params: { id: agentId } }, login.body.data.tokens.accessToken)
    expect(Date.parse(body.data.agent.lastSeen)).toBeLessThanOrEqual(now + 60_000)
    clock += 12 * 60_000
    expect((await app.call(auth.me, {}, tokens.accessToken)).status).toBe(401)
    clock += 8 * DAY_MS
    expect((await app.call(auth.refresh, { body: { refreshToken: tokens.refreshToken } })).status).toBe(401)
  } finally {
    await app.close()
  }
})
