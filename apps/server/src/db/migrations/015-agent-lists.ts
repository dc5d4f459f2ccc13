import { type Kysely, sql } from 'kysely'
import { nameKey, orderKey, searchText } from '#server/domain/agent-index-columns.ts'
import { isPostgres, jsonRows } from '../dialect.ts'

const BATCH_SIZE = 1000
const NUMBERS = ['cpu', 'memory', 'disk', 'temperature'] as const
const RANK = `case status when 'quarantined' then 0 when 'offline' then 1 when 'degraded' then 2
  when 'reconnecting' then 3 when 'pending' then 4 when 'updating' then 5 when 'running' then 6 else 7 end`

/**
 * Sort and filter keys for lists of agents, each with an index (docs/decisions/012-lists-on-indexes.md).
 * The newest numbers start empty, as each agent sends them with its next report.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await addKeys(db)
  await addNumbers(db)
  await addTags(db)
  await addTriggers(db)
  await fillKeys(db)
  await addIndexes(db)
}

async function addKeys(db: Kysely<unknown>): Promise<void> {
  // The same order on both databases, for any locale of PostgreSQL.
  const text = isPostgres(db) ? sql`text collate "C"` : 'text'
  for (const name of ['name_key', 'version_key']) {
    await db.schema
      .alterTable('agents')
      .addColumn(name, text, (c) => c.notNull().defaultTo(''))
      .execute()
  }
  await db.schema
    .alterTable('agents')
    .addColumn('system', 'text', (c) => c.notNull().defaultTo(''))
    .execute()
}

/**
 * Separate table: the numbers change with each report, and updates of `agents` would rewrite whole rows and indexes.
 */
async function addNumbers(db: Kysely<unknown>): Promise<void> {
  let table = db.schema
    .createTable('agent_numbers')
    .addColumn('ref', 'integer', (c) => c.primaryKey().references('agents.ref').onDelete('cascade'))
    .addColumn('at', 'bigint')
  for (const name of NUMBERS) table = table.addColumn(name, 'double precision')
  await table.execute()
  await sql`insert into agent_numbers (ref) select ref from agents`.execute(db)
}

async function addTags(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('agent_tags')
    .addColumn('tag', 'text', (c) => c.notNull())
    .addColumn('ref', 'integer', (c) => c.notNull().references('agents.ref').onDelete('cascade'))
    .addPrimaryKeyConstraint('agent_tags_key', ['tag', 'ref'])
    .execute()
  await db.schema.createIndex('agent_tags_agent').on('agent_tags').column('ref').execute()
  const tags = isPostgres(db) ? sql`jsonb_array_elements_text(tags::jsonb) as tag(value)` : sql`json_each(agents.tags)`
  await sql`insert into agent_tags (tag, ref) select distinct value, ref from agents, ${tags}`.execute(db)
}

/** Triggers that add rows of `agent_numbers` and update `agent_tags` when `agents` changes. */
async function addTriggers(db: Kysely<unknown>): Promise<void> {
  if (!isPostgres(db)) {
    const tags = sql`insert or ignore into agent_tags (tag, ref) select value, new.ref from json_each(new.tags);`
    await sql`
      create trigger agents_insert_beside after insert on agents begin
        insert into agent_numbers (ref) values (new.ref);
        ${tags}
      end`.execute(db)
    await sql`
      create trigger agents_tags_follow after update of tags on agents when new.tags <> old.tags begin
        delete from agent_tags where ref = new.ref;
        ${tags}
      end`.execute(db)
    return
  }
  await sql
    .raw(`
      create function agents_insert_beside() returns trigger language plpgsql as $$ begin
        insert into agent_numbers (ref) values (new.ref);
        insert into agent_tags (tag, ref) select distinct value, new.ref from jsonb_array_elements_text(new.tags::jsonb);
        return null;
      end $$;
      create function agents_tags_follow() returns trigger language plpgsql as $$ begin
        delete from agent_tags where ref = new.ref;
        insert into agent_tags (tag, ref) select distinct value, new.ref from jsonb_array_elements_text(new.tags::jsonb);
        return null;
      end $$;
      create trigger agents_insert_beside after insert on agents for each row execute function agents_insert_beside();
      create trigger agents_tags_follow after update of tags on agents
        for each row when (new.tags is distinct from old.tags) execute function agents_tags_follow()`)
    .execute(db)
}

type Row = { id: string; ref: number; name: string | null; tags: string; machine: string | null; ip: string | null }

/** Fills the keys of existing agents. */
async function fillKeys(db: Kysely<unknown>): Promise<void> {
  for (let last = -1; ; ) {
    const { rows } = await sql<Row>`
      select id, ref, name, tags, machine, ip from agents where ref > ${last} order by ref limit ${BATCH_SIZE}`.execute(
      db,
    )
    if (rows.length === 0) return
    last = rows.at(-1)?.ref ?? last
    const columns = { ref: 'integer', search: 'text', name_key: 'text', version_key: 'text', system: 'text' } as const
    const keys = jsonRows(db, columns, rows.map(keysOf))
    await sql`
      update agents set search = input.search, name_key = input.name_key, version_key = input.version_key,
        system = input.system
      from ${keys} as input where agents.ref = input.ref`.execute(db)
  }
}

function keysOf({ id, ref, name, tags, machine, ip }: Row): (string | number)[] {
  const { hostname, version = '', os = '' } = JSON.parse(machine ?? '{}')
  const search = searchText({ id, name, tags: JSON.parse(tags), hostname, ip })
  return [ref, search, nameKey({ id, name, hostname }), orderKey(version), os]
}

async function addIndexes(db: Kysely<unknown>): Promise<void> {
  for (const text of [
    'create index agents_name on agents (name_key, ref)',
    'create index agents_version on agents (version_key, ref)',
    'create index agents_system on agents (system)',
    `create index agents_rank on agents ((${RANK}), ref)`,
    // Agents that were never seen come last, on both databases.
    'create index agents_seen on agents (coalesce(last_seen, 0), ref)',
    'drop index agents_heard',
    // An unknown number is below any other, the lowest temperature included.
    ...NUMBERS.map((name) => `create index agent_numbers_${name} on agent_numbers (coalesce(${name}, -1000), ref)`),
  ]) {
    await sql.raw(text).execute(db)
  }
}
