import { type Kysely, sql } from 'kysely'
import { isPostgres } from '../dialect.ts'
import { spread } from '../partitions.ts'

/** On PostgreSQL, telemetry in partitions by time (docs/decisions/014-telemetry-in-partitions.md). */
export async function up(db: Kysely<unknown>): Promise<void> {
  if (!isPostgres(db)) return
  await part(db, 'samples', 'at')
  await sql
    .raw(`
      alter table samples add primary key (id, at);
      create index samples_agent on samples (agent_ref, at)`)
    .execute(db)
  await part(db, 'rollups', 'step, at')
  await sql.raw('alter table rollups add constraint rollups_key primary key (agent_ref, step, at, set_id)').execute(db)
  await part(db, 'records', 'at')
  await sql
    .raw(`
      alter table records add primary key (id, at);
      create index records_agent on records (agent_ref, at);
      create index records_kind on records (agent_ref, data_type, at)`)
    .execute(db)
}

/** Makes a table one of partitions, with its rows; without keys and indexes, which are quicker made afterwards. */
async function part(db: Kysely<unknown>, table: string, by: string): Promise<void> {
  const into = `${table}_parted`
  await sql
    .raw(`
      create table ${into} (like ${table} including defaults) partition by range (${by});
      create table ${table}_default partition of ${into} default`)
    .execute(db)
  await spread(db, { from: table, into, table })
  const sequence = table === 'samples' ? `alter sequence samples_id_seq owned by ${into}.id;` : ''
  await sql.raw(`${sequence} drop table ${table}; alter table ${into} rename to ${table}`).execute(db)
}
