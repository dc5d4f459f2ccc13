import { agents } from '@atalaya/contract/agents'
import { type RawBuilder, sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Db, Schema } from '#server/db/schema.ts'
import { runHousekeepingAt } from '#test/support/housekeeping.ts'
import { createTestApp } from '#test/support/test-app.ts'
import { watchChanges } from '#test/support/watch-changes.ts'

const DAY_MS = 24 * 3_600_000
const YEAR_MS = 366 * DAY_MS
const NOW = Date.parse('2026-06-01T12:00:00Z')
/** Maximum of rows that one statement removes. */
const BATCH_SIZE = 100
/** Rows of each table that are too old: more than two batches. */
const OLD = 230
const KEPT = 3

type Table = keyof Schema & string
/** Time of the nth row: the first ones are too old to be kept, the last ones are not. */
const at = sql<number>`cast(case when n <= ${sql.lit(OLD)} then ${sql.lit(NOW - YEAR_MS - DAY_MS)}
  else ${sql.lit(NOW + 60_000)} end as bigint)`
const key = sql<string>`'key ' || n`

/** Tables that the hourly job cleans, with the columns of a row for this account and agent. */
const cleanedTables = (
  user: string,
  agent: string,
): [Table, Record<string, RawBuilder<unknown> | string | number>][] => [
  ['audit', { id: sql`${auditIdTime(at)} || n`, at, action: 'auth.login', actor_name: 'x', ip: '', details: '' }],
  [
    'sessions',
    {
      id: key,
      user_id: user,
      user_epoch: 0,
      signed_in_by: 'password',
      user_agent: '',
      ip: '',
      created_at: 0,
      last_used_at: sql.lit(NOW),
      expires_at: at,
    },
  ],
  // The tokens belong to a session that stays: with an old session they would be removed too.
  ['refresh_tokens', { hash: key, session_id: sql`'key ' || ${sql.lit(OLD + 1)}`, expires_at: at }],
  ['access_tokens', { hash: key, session_id: sql`'key ' || ${sql.lit(OLD + 1)}`, expires_at: at }],
  ['sign_in_tickets', { hash: key, user_id: user, user_epoch: 0, attempts: 0, expires_at: at }],
  ['passkey_challenges', { hash: key, purpose: 'sign-in', bound_to: '', rp_id: '', origin: '', expires_at: at }],
  [
    'credentials',
    { id: key, hash: key, kind: 'personal', owner_id: user, name: 'x', scopes: '[]', created_at: 0, expires_at: at },
  ],
  [
    'qr_codes',
    {
      code_hash: key,
      poll_hash: key,
      is_bound: 0,
      match_code: '',
      user_agent: '',
      ip: '',
      network: '',
      created_at: 0,
      expires_at: at,
      status: 'pending',
      attempts: 0,
    },
  ],
  [
    'display_codes',
    {
      code_hash: key,
      short_hash: key,
      poll_hash: key,
      is_bound: 0,
      user_agent: '',
      ip: '',
      network: '',
      created_at: 0,
      expires_at: at,
    },
  ],
  ['guess_budgets', { key, failures: 1, last_at: at, blocked_until: 0 }],
  ['known_devices', { hash: key, user_id: user, last_used_at: at }],
  [
    'command_batches',
    {
      id: key,
      user_id: user,
      command: 'ping',
      args: '{}',
      skipped: '[]',
      request_hash: '',
      created_at: at,
      total: 1,
      online: 0,
    },
  ],
  [
    'commands',
    {
      id: key,
      batch_id: sql`case when n <= ${sql.lit(OLD)} then 'key 1' else 'key ' || n end`,
      agent_id: agent,
      command: 'ping',
      args: '{}',
      status: 'done',
      is_open: 0,
      attempt: 0,
      doubt: 0,
      idempotent: 1,
      bypass: 0,
      timeout_s: 60,
      not_after: 0,
      truncated: 0,
      created_at: at,
      updated_at: at,
    },
  ],
]

/** Time at the beginning of an audit entry's id, in hexadecimal: these ids sort by time. */
const auditIdTime = (ms: typeof at) =>
  sql`case when ${ms} < ${sql.lit(NOW)} then '000000000000' else 'ffffffffffff' end`

async function fill(db: Db, user: string, agent: string): Promise<Table[]> {
  const all = cleanedTables(user, agent)
  for (const [table, columns] of all) {
    const names = sql.join(Object.keys(columns).map((name) => sql.ref(name)))
    const values = sql.join(Object.values(columns).map((value) => (typeof value === 'object' ? value : sql.lit(value))))
    await sql`
      with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${sql.lit(OLD + KEPT)})
      insert into ${sql.table(table)} (${names}) select ${values} from numbers`.execute(db)
  }
  return all.map(([table]) => table)
}

test('the sweep removes only unusable rows, in batches, each row once', async () => {
  const world = await createTestApp({ now: () => NOW })
  const { tokens, user } = await world.signUp('admin')
  const { agent } = (await world.call(agents.register, {}, tokens.accessToken)).body.data
  const removed = watchChanges('delete from')
  await world.withDatabase(async (db) => {
    const count = async (table: Table) => (await db.selectFrom(table).select(sql`1`.as('one')).execute()).length
    const before = new Map<Table, number>()
    for (const [table] of cleanedTables('', '')) before.set(table, await count(table))
    const tables = await fill(db, user._id, agent.agentId)
    removed.clear()
    await runHousekeepingAt(db, NOW)
    for (const table of tables) {
      const batches = removed.get(table) ?? []
      expect.soft([table, batches.reduce((sum, rows) => sum + rows, 0)]).toEqual([table, OLD])
      expect.soft(Math.max(...batches), table).toBeLessThanOrEqual(BATCH_SIZE)
      expect.soft([table, await count(table)]).toEqual([table, (before.get(table) ?? 0) + KEPT])
    }
    removed.clear()
    await runHousekeepingAt(db, NOW)
    expect([...removed.values()].flat().filter((rows) => rows > 0)).toEqual([])
  })
  await world.close()
})
