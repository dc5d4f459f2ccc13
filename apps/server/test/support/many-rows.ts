import { sql } from 'kysely'
import { createPartitions } from '#server/db/partitions.ts'
import type { Db } from '#server/db/schema.ts'
import { fillAlerts } from './many-alerts.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
/** Number of the newest samples that are not rolled up. */
const NOT_ROLLED_UP = 5000

/** Owners of a fleet: most agents belong to `admin`, a few to `other`. */
type Owners = { admin: string; other: string }

/** Fills every growing table with the rows of `agents` agents, on PostgreSQL. The first agents have rows in all. */
export async function fillDatabase(db: Db, agents: number, { admin, other }: Owners, now: number): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db)
  const hour = Math.floor(now / HOUR_MS) * HOUR_MS
  await makePartitions(db, now)
  await run('alter table agents disable trigger user')
  await run(`
    insert into agents (id, ref, owner_id, name, search, tags, token_hash, status, instance, epoch, capabilities, last_seen, created_at)
    select id, n, case when n % 1000 = 7 then '${other}' else '${admin}' end, 'Machine ' || n, id || chr(10) || 'machine ' || n,
      '[]', '', case n % 10 when 0 then 'offline' when 1 then 'pending' else 'online' end, 'elsewhere', 1, '[]',
      case n % 10 when 1 then null else ${now} - (n % 30000) end, ${now - DAY_MS} - n
    from (select n, md5(n::text)::uuid::text as id from generate_series(1, ${agents}) as n) as made`)
  await run(`
    update agents set name_key = 'machine ' || lpad(ref::text, 10, '0'), version_key = '0000000000.' || lpad((ref % 7)::text, 10, '0'),
      system = case ref % 50 when 0 then 'Debian' else 'Ubuntu' end, tags = case ref % 1000 when 3 then '["few"]' else '["many"]' end`)
  await run(
    `insert into agent_tags (tag, ref) select case ref % 1000 when 3 then 'few' else 'many' end, ref from agents`,
  )
  await run(`
    insert into agent_numbers (ref, at, cpu, memory, disk, temperature)
    select ref, ${now}, ref % 100, ref % 97, case ref % 5 when 0 then null else ref % 91 end, 40 from agents`)
  // Makes the index after the rows: row by row, a million agents would take a quarter of an hour.
  const { rows } = await sql<{ definition: string }>`
    select indexdef as definition from pg_indexes where indexname = 'agents_trigrams'`.execute(db)
  await run('drop index if exists agents_trigrams')
  await run('insert into agents_search (ref, search) select ref, search from agents on conflict do nothing')
  for (const { definition } of rows) await run(definition)
  await run('alter table agents enable trigger user')
  await run(`insert into meta (key, value) values ('agents.last_ref', '${agents}')
    on conflict (key) do update set value = excluded.value`)
  await run(
    `insert into metric_sets (key, data_type, names) select 'set ' || n, 'metrics', '["cpu"]' from generate_series(1, 20) n`,
  )

  // One sample an hour of every agent, and hundreds of the first agents.
  await run(`
    insert into samples (agent_ref, at, set_id, body)
    select ref, at, 1, '[1]' from agents, generate_series(${hour - HOUR_MS}, ${now}, ${HOUR_MS}) as at
    union all select ref, at, 1, '[1]' from generate_series(1, 20) as ref, generate_series(${hour - HOUR_MS}, ${now}, 10000) as at`)
  // As in operation, the newest samples are not rolled up yet.
  await run(`insert into meta (key, value)
    select 'telemetry.rolled.' || tier, last::text from unnest(array['1m', '10m', '1h']) as tier,
      (select max(id) - ${NOT_ROLLED_UP} as last from samples) as newest`)
  await run(`insert into agent_streams select ref, 'run', 10, 9, ${now} from agents`)
  // Step in seconds, rows of each agent, rows of each of the first 20 agents.
  for (const [step, countOfEach, countOfFirst] of [
    [60, 3, 2000],
    [600, 3, 3000],
    [3600, 3, 5000],
  ] as const) {
    const rows = (refs: string, count: number) => `
      select ref, ${step}, ${Math.floor(now / step / 1000) * step * 1000} - n::bigint * ${step * 1000}, 1, 6, '[1]'
      from ${refs} as ref, generate_series(1, ${count}) as n`
    // The alias `ref` would name the subquery's row, and not its column.
    await run(
      `insert into rollups ${rows('(select ref from agents where ref > 20)', countOfEach)}`.replace(
        'as ref, gen',
        'as a, gen',
      ),
    )
    await run(`insert into rollups ${rows('generate_series(1, 20)', countOfFirst)}`)
  }
  const record = (id: string, at: string) => `md5(${id})::uuid::text, ref, ${at}, 'note', '[]', '{"a":1}'`
  await run(`
    insert into records (id, agent_ref, at, data_type, tags, body)
    select ${record("'r' || ref", `${now} - (ref % 144)::bigint * ${HOUR_MS}`)} from agents
    union all select ${record("'m' || ref || ' ' || n", `${now} - n::bigint * ${MINUTE_MS}`)}
    from generate_series(1, 20) as ref, generate_series(1, 200) as n`)
  await fillCommands(run, agents, admin, now)
  await fillAccounts(run, agents, now)
  await fillAlerts(run, agents, { admin, other }, now)
  await run('vacuum analyze')
}

async function makePartitions(db: Db, now: number): Promise<void> {
  /** The span of `now`, the two after it, and earlier ones. */
  const spans = (widthMs: number, count: number, step: number | null = null) =>
    Array.from({ length: count }, (_, n) => Math.floor(now / widthMs) * widthMs + (2 - n) * widthMs).map((from) => ({
      step,
      from,
      to: from + widthMs,
    }))
  const make = (table: 'samples' | 'rollups' | 'records', made: ReturnType<typeof spans>) =>
    db.transaction().execute((tx) => createPartitions(tx, table, made))
  await make('samples', spans(HOUR_MS, 6))
  await make('records', spans(DAY_MS, 11))
  await make('rollups', [...spans(12 * HOUR_MS, 8, 60), ...spans(5 * DAY_MS, 9, 600), ...spans(30 * DAY_MS, 16, 3600)])
}

type Run = (text: string) => Promise<unknown>

/** Two ended commands for each agent, and an open one for every tenth. The first twenty agents have 500 more each. */
async function fillCommands(run: Run, agents: number, admin: string, now: number): Promise<void> {
  await run(`
    insert into command_batches (id, user_id, command, args, total, online, skipped, request_hash, created_at)
    select 'b' || n, '${admin}', 'ping', '{}', 10, 5, '[]', '', ${now} - n::bigint * 1000
    from generate_series(1, ${Math.ceil(agents / 10)}) as n`)
  const command = (batch: string, isOpen: string) => `
    ${batch}, id, 'ping', '{}', case ${isOpen} when 1 then 'queued' else 'succeeded' end, ${isOpen}, 1, 0, 1, 0, 60,
    ${now + DAY_MS}, 0, ${now}, ${now}`
  await run(`
    insert into commands (id, batch_id, agent_id, command, args, status, is_open, attempt, doubt, idempotent, bypass,
      timeout_s, not_after, truncated, created_at, updated_at)
    select 'c' || ref || ' ' || n, ${command("'b' || (ref / 10 + 1)", '(n = 3)::int')}
    from agents, generate_series(1, 3) as n where (n < 3 or ref % 10 = 0) and ref / 10 + 1 <= ${Math.ceil(agents / 10)}
    union all select 'm' || ref || ' ' || n, ${command("'b' || ref", '0')}
    from agents, generate_series(1, 500) as n where ref <= 20`)
  await run(`
    insert into command_steps (command_id, at, status, attempt)
    select id, ${now}, status, 1 from commands`)
}

/** An account for every hundredth agent, with sessions, tokens and audit entries. */
async function fillAccounts(run: Run, agents: number, now: number): Promise<void> {
  const users = Math.ceil(agents / 100)
  await run(`
    insert into users (id, username, username_key, email, email_key, name, surname, role, is_active, password_hash,
      must_change_password, epoch, created_at)
    select 'u' || n, 'u' || n, 'u' || n, n || '@x', n || '@x', 'A', 'B', 'user', 1, '', 0, 0, ${now}
    from generate_series(1, ${users}) as n`)
  await run(`
    insert into sessions (id, user_id, user_epoch, signed_in_by, user_agent, ip, created_at, last_used_at, expires_at)
    select 's' || n, 'u' || (n % ${users} + 1), 0, 'password', '', '', ${now}, ${now}, ${now + DAY_MS}
    from generate_series(1, ${users * 5}) as n`)
  await run(`
    insert into pages (id, user_id, name, slug, description, sort, active, version, created_at, deleted_at)
    select id || ' ' || n, id, 'Page', 'page-' || n, '', n, 0, 1, ${now}, case n when 1 then ${now} end
    from users, generate_series(1, 50) as n where id like 'u%'`)
  for (const [table, countPerSession] of [
    ['access_tokens', 1],
    ['refresh_tokens', 10],
  ] as const) {
    await run(`
      insert into ${table} (hash, session_id, expires_at) select id || ' ' || n, id, ${now + HOUR_MS} + n
      from sessions, generate_series(1, ${countPerSession}) as n where id like 's%'`)
  }
  await run(`
    insert into qr_codes (code_hash, poll_hash, is_bound, match_code, user_agent, ip, network, created_at, expires_at, status, attempts)
    select 'q' || n, 'p' || n, 0, '', '', '', 'n' || (n % 1000), ${now}, ${now + MINUTE_MS}, 'pending', 0
    from generate_series(1, ${users * 5}) as n`)
  await run(`insert into guess_budgets select 'g' || n, 1, ${now}, 0 from generate_series(1, ${users * 5}) as n`)
  // Ids sort by time, as those of the server do: the time in hex, then a counter.
  await run(`
    insert into audit (id, at, action, actor_id, actor_name, target_id, target_name, ip, details)
    select lpad(to_hex(${now - DAY_MS} + n), 12, '0') || '0000' || lpad(to_hex(n), 8, '0'), ${now - DAY_MS} + n, 'auth.login',
      'u' || (n % ${users} + 1), 'x', case n % 3 when 0 then 'u' || (n % ${users}) end, null, '', ''
    from generate_series(1, ${agents}) as n`)
}
