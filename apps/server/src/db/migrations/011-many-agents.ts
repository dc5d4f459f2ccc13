import { type Kysely, sql } from 'kysely'
import { isPostgres } from '../dialect.ts'
import { spreadOverPartitions } from '../partitions.ts'

/** Bounds the recurring work for a large fleet: none of it scans a whole table. */
export async function up(db: Kysely<unknown>): Promise<void> {
  if (isPostgres(db)) await partitionTelemetry(db)
  await rememberGoneAgents(db)
  await indexAges(db)
  await indexDueCommands(db)
}

/** On PostgreSQL, telemetry in partitions by time (docs/decisions/008-telemetry-in-partitions.md). */
async function partitionTelemetry(db: Kysely<unknown>): Promise<void> {
  await partitionTable(db, 'samples', 'at')
  await sql
    .raw(`
      alter table samples add primary key (id, at);
      create index samples_agent on samples (agent_ref, at)`)
    .execute(db)
  await partitionTable(db, 'rollups', 'step, at')
  await sql.raw('alter table rollups add constraint rollups_key primary key (agent_ref, step, at, set_id)').execute(db)
  await partitionTable(db, 'records', 'at')
  await sql
    .raw(`
      alter table records add primary key (id, at);
      create index records_agent on records (agent_ref, at);
      create index records_kind on records (agent_ref, data_type, at)`)
    .execute(db)
}

/** Makes a table a partitioned one and moves its rows. The caller adds keys and indexes later, as that is quicker. */
async function partitionTable(db: Kysely<unknown>, table: string, by: string): Promise<void> {
  const into = `${table}_parted`
  await sql
    .raw(`
      create table ${into} (like ${table} including defaults) partition by range (${by});
      create table ${table}_default partition of ${into} default`)
    .execute(db)
  await spreadOverPartitions(db, { from: table, into, table })
  const sequence = table === 'samples' ? `alter sequence samples_id_seq owned by ${into}.id;` : ''
  await sql.raw(`${sequence} drop table ${table}; alter table ${into} rename to ${table}`).execute(db)
}

/** Remembers removed agents with remaining telemetry. Finding that telemetry would mean scanning all of it. */
async function rememberGoneAgents(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('agents_gone')
    .addColumn('ref', 'integer', (c) => c.primaryKey())
    .execute()
  const remaining = ['samples', 'rollups', 'records'].map((table) => sql`select agent_ref from ${sql.table(table)}`)
  await sql`
    insert into agents_gone (ref) select agent_ref from (${sql.join(remaining, sql` union `)}) as telemetry
    where agent_ref not in (select ref from agents)`.execute(db)
  if (!isPostgres(db)) {
    await sql`
      create trigger agents_gone_note after delete on agents begin
        insert or ignore into agents_gone (ref) values (old.ref);
      end`.execute(db)
    return
  }
  await sql
    .raw(`
      create function agents_gone_note() returns trigger language plpgsql as $$ begin
        insert into agents_gone (ref) values (old.ref) on conflict do nothing;
        return null;
      end $$;
      create trigger agents_gone_note after delete on agents for each row execute function agents_gone_note()`)
    .execute(db)
}

/** Indexes by which housekeeping finds ended rows. */
async function indexAges(db: Kysely<unknown>): Promise<void> {
  for (const [table, column] of [
    ['access_tokens', 'expires_at'],
    ['refresh_tokens', 'expires_at'],
    ['sessions', 'expires_at'],
    ['sessions', 'last_used_at'],
    ['qr_codes', 'expires_at'],
    ['guess_budgets', 'last_at'],
    ['known_devices', 'last_used_at'],
    ['command_batches', 'created_at'],
  ] as const) {
    await db.schema.createIndex(`${table}_${column}`).on(table).column(column).execute()
  }
}

/** Indexes by which the reaper finds overdue commands among the open ones. */
async function indexDueCommands(db: Kysely<unknown>): Promise<void> {
  await sql`create index commands_waiting on commands (status, not_after) where is_open = 1`.execute(db)
  await sql`create index commands_sent on commands (sent_at) where is_open = 1 and status = 'sent'`.execute(db)
}
