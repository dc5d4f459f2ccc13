import { createHash } from 'node:crypto'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { openDatabase } from '../apps/server/src/db/open.ts'

/** Number of rows of each kind; the other tables follow from these. */
export type Amounts = { users: number; agents: number; samples: number; audit: number; commands: number }
/** Access tokens in a seeded database: an administrator's, and one of the owner of a tenth of the agents. */
export const TOKENS = { admin: 'at_bench_admin', owner: 'at_bench_owner' }

const DAY_MS = 86_400_000
const METRICS = 12
const NAMES = Array.from({ length: METRICS }, (_, n) => `metric.${String(n).padStart(2, '0')}`)
const BODY = JSON.stringify(NAMES.map((_, n) => n * 1.5))
const BUCKET = JSON.stringify(NAMES.map((_, n) => [n, n * 1.5, n * 2]))
const MACHINE = '{"hostname":"machine","os":"linux","arch":"x64","version":"1"}'
const RECORDS_EACH = 20
const RAW_SPAN_MS = 2 * 3_600_000

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
/** `insert` gets its rows from the numbers 1 to `count`, as `i`. */
const withNumbers = (count: number, insert: string) =>
  `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${count}) ${insert}`

const accounts = (count: number, now: number) => [
  withNumbers(
    count,
    `insert into users (id, username, username_key, email, email_key, name, surname, role, is_active, password_hash,
      must_change_password, epoch, created_at)
    select 'user-' || i, 'user' || i, 'user' || i, 'u' || i || '@example.org', 'u' || i || '@example.org', 'Ada',
      'Lovelace', case when i = 1 then 'admin' else 'user' end, 1, 'none', 0, 0, ${now} from n`,
  ),
  withNumbers(
    count,
    `insert into sessions (id, user_id, user_epoch, signed_in_by, user_agent, ip, created_at, last_used_at, expires_at)
    select 'session-' || i, 'user-' || i, 0, 'password', 'bench', '127.0.0.1', ${now}, ${now}, ${now + DAY_MS} from n`,
  ),
]
/** Lets the accounts, from the first one on, call with these tokens. */
const accessTokens = (tokens: string[], now: number) =>
  tokens.map((token, n) => `insert into access_tokens values ('${sha256(token)}', 'session-${n + 1}', ${now + DAY_MS})`)

/** Statements that insert all rows, in SQL for both databases. */
function statements({ users, agents, samples, audit, commands }: Amounts, now: number): string[] {
  const rows = agents * samples
  const minute = Math.floor(now / 60_000) * 60_000
  const owner = `'user-' || case when i % 10 = 0 then 2 else 1 + i % ${users} end`
  /** A tenth of the commands are the first agent's. */
  const agent = `case when i % 10 = 0 then 1 else 1 + i % ${agents} end`
  return [
    ...accounts(users, now),
    ...accessTokens(Object.values(TOKENS), now),
    withNumbers(
      agents,
      `insert into agents (id, ref, owner_id, name, search, tags, token_hash, status, epoch, ip, last_seen, machine,
        capabilities, holders, created_at)
      select 'agent-' || i, i, ${owner}, 'Machine ' || i, 'agent-' || i || '\nmachine ' || i, '["bench"]', 'none' || i,
        'offline', 1, '127.0.0.1', ${now} - i * 1000, '${MACHINE}', '[]', '[]', ${now} - i * 1000 from n`,
    ),
    `insert into metric_sets (key, data_type, names)
      values ('system\n${NAMES.join()}', 'system', '${JSON.stringify(NAMES)}')`,
    withNumbers(
      rows,
      `insert into samples (agent_ref, at, set_id, body)
      select 1 + i % ${agents}, ${now - RAW_SPAN_MS} + cast(i as bigint) * ${RAW_SPAN_MS} / ${rows}, 1, '${BODY}' from n`,
    ),
    ...['1m', '10m', '1h'].map((tier) => `insert into meta values ('telemetry.rolled.${tier}', '${rows}')`),
    withNumbers(
      rows,
      `insert into rollups select 1 + i % ${agents}, 60, ${minute} - (i / ${agents}) * 60000, 1, 6, '${BUCKET}' from n`,
    ),
    withNumbers(
      agents * RECORDS_EACH,
      `insert into records select 'record-' || i, 1 + i % ${agents}, ${now} - i, 'report', '["bench"]', '{"state":"fine"}'
      from n`,
    ),
    withNumbers(
      audit,
      `insert into audit select cast(1000000000 + i as text), ${now} - ${audit} + i, 'auth.login', 'user-' || (1 + i % ${users}), 'user',
        null, null, '127.0.0.1', '' from n`,
    ),
    withNumbers(
      commands,
      `insert into command_batches (id, user_id, command, args, total, online, skipped, request_hash, created_at)
      select 'batch-' || i, 'user-1', 'ping', '{}', 1, 1, '[]', 'none', ${now} from n`,
    ),
    withNumbers(
      commands,
      `insert into commands (id, batch_id, agent_id, command, args, status, is_open, attempt, doubt, idempotent, bypass,
        timeout_s, not_after, truncated, created_at, updated_at)
      select 'command-' || i, 'batch-' || i, 'agent-' || ${agent}, 'ping', '{}', 'succeeded', 0, 1, 0, 1, 0, 60, ${now}, 0,
        ${now}, ${now} from n`,
    ),
    withNumbers(
      commands,
      `insert into command_steps (command_id, at, status, attempt) select 'command-' || i, ${now}, 'succeeded', 1 from n`,
    ),
    withNumbers(
      users * 4,
      `insert into pages (id, user_id, name, slug, description, sort, active, version, created_at)
      select 'page-' || i, 'user-' || (1 + i % ${users}), 'Page', 'page-' || i, '', i, 0, 1, ${now} from n`,
    ),
    withNumbers(
      users * 16,
      `insert into widgets select 'widget-' || i, 'page-' || (1 + i % ${users * 4}), '{"id":"spark"}', '{}', 0, 0, 1, 1 from n`,
    ),
  ]
}

type Settings = { DATABASE_URL?: string; DATA_DIR: string }

/** Fills the database that a program's settings name, which is migrated first. */
export const seed = (settings: Settings, amounts: Amounts): Promise<void> =>
  fill(settings, statements(amounts, Date.now()))

/** The product starts on a foreign database only with its key. */
export const KEY = { SECRET_KEY: 'the key of a database that a bench has filled' }

/** Makes `count` accounts with a session each. Returns their access tokens; the first one is an administrator's. */
export async function openSessions(settings: Settings, count: number): Promise<string[]> {
  const tokens = Array.from({ length: count }, (_, n) => `at_bench_${n}`)
  await fill(settings, [...accounts(count, Date.now()), ...accessTokens(tokens, Date.now())])
  return tokens
}

async function fill({ DATABASE_URL, DATA_DIR }: Settings, lines: string[]): Promise<void> {
  await (await openDatabase({ DATABASE_URL, DATA_DIR })).destroy()
  if (DATABASE_URL) {
    const client = new pg.Client(DATABASE_URL)
    await client.connect()
    for (const line of [...lines, 'vacuum analyze']) await client.query(line)
    await client.end()
    return
  }
  const db = new DatabaseSync(path.join(DATA_DIR, 'atalaya.db'))
  for (const line of [...lines, 'analyze']) db.exec(line)
  db.close()
}
