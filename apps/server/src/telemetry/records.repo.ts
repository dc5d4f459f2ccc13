import { RECORDS_LISTED_MAX } from '@atalaya/contract/agents'
import { type RawBuilder, sql } from 'kysely'
import { isPostgres, jsonRows } from '#server/db/dialect.ts'
import { executeLongRead } from '#server/db/long-reads.ts'
import type { Db, Tx } from '#server/db/schema.ts'
import { unpack } from './metric-sets.ts'

/** Larger than any record. */
const BYTES_MAX = 2 ** 31 - 1
/** Maximum bytes of the records of one answer; each record may have an equal share. */
const LISTED_BYTES_MAX = 4 * 1024 * 1024

type AgentKeys = { id: string; ref: number }
type Table = 'samples' | 'records'

/** SQL of a record's position: the number of a sample, or the id of a free-form record. */
const positionSql = {
  samples: sql`id as number, '' as record_id, at`,
  records: sql`0 as number, id as record_id, at`,
}
const newestFirst = sql`order by at desc, number desc, record_id desc`

/**
 * SQL on agents' data, as people read them: samples and free-form records as one list. Positions are found first, so
 * that only the page's records are read. Each is answered as the JSON of an `AgentRecord`.
 */
export function createRecordsRepo(db: Db | Tx) {
  return {
    /** Number of an agent's records, counted up to `RECORDS_LISTED_MAX`. */
    async count(ref: number): Promise<number> {
      const rowsOf = (table: Table) => sql`
        select 1 from (select 1 from ${sql.table(table)} where agent_ref = ${ref} limit ${RECORDS_LISTED_MAX}) as few`
      const counts = sql<{ total: number }>`
        select count(*) as total from (${rowsOf('samples')} union all ${rowsOf('records')}) as kinds`
      const [row] = await executeLongRead(db, counts)
      return Math.min(RECORDS_LISTED_MAX, Number(row?.total ?? 0))
    },

    /** A page of an agent's records, the newest first. */
    async list(agent: AgentKeys, limit: number, offset: number): Promise<string[]> {
      const last = Math.min(RECORDS_LISTED_MAX, limit + offset)
      if (offset >= last) return []
      // Neither database limits the parts of a union by itself.
      const newest = (table: Table) => sql`
        select * from (
          select ${positionSql[table]} from ${sql.table(table)} where agent_ref = ${agent.ref}
          order by at desc, id desc limit ${last}
        ) as ${sql.raw(`newest_${table}`)}`
      const page = sql`
        select * from (${newest('samples')} union all ${newest('records')}) as kinds
        ${newestFirst} limit ${last - offset} offset ${offset}`
      const rows = await readAt(db, page, LISTED_BYTES_MAX / limit)
      return rows.map((row) => toJson(row, agent.id))
    },

    /** One record in full; null if the agent has none of that id. */
    async find(agent: AgentKeys, id: string): Promise<string | null> {
      // `s12` is the sample 12.
      const number = Number(/^s(\d{1,15})$/.exec(id)?.[1] ?? 0)
      const source = number > 0 ? sql`samples where id = ${number}` : sql`records where id = ${id}`
      const columns = positionSql[number > 0 ? 'samples' : 'records']
      const [row] = await readAt(db, sql`select ${columns} from ${source} and agent_ref = ${agent.ref}`)
      return row ? toJson(row, agent.id) : null
    },

    /** Newest record of each of these agents, newest first. Agents without a record are left out. */
    async listLatest(agents: AgentKeys[]): Promise<string[]> {
      if (agents.length === 0) return []
      const ids = new Map(agents.map(({ id, ref }) => [ref, id]))
      const input = jsonRows(
        db,
        { ref: 'integer' },
        [...ids.keys()].map((ref) => [ref]),
      )
      const newest = isPostgres(db) ? newestByLateral : newestById
      const positions = sql`${newest('samples', input)} union all ${newest('records', input)}`
      const rows = await readAt(db, positions, LISTED_BYTES_MAX / agents.length)
      const firsts = [...Map.groupBy(rows, ({ agent_ref }) => agent_ref).values()].flatMap(([first]) => first ?? [])
      return firsts.map((row) => toJson(row, ids.get(row.agent_ref) ?? ''))
    },
  }
}
export type RecordsRepo = ReturnType<typeof createRecordsRepo>

const newestById = (table: Table, input: RawBuilder<unknown>) => sql`
  select ${positionSql[table]} from ${sql.table(table)} where id in (
    select (
      select newest.id from ${sql.table(table)} as newest
      where newest.agent_ref = input.ref order by newest.at desc, newest.id desc limit 1
    ) from ${input} as input
  )`

/** Newest rows by lateral join: with partitions, an id alone does not find a row. */
const newestByLateral = (table: Table, input: RawBuilder<unknown>) => sql`
  select newest.* from ${input} as input cross join lateral (
    select ${positionSql[table]} from ${sql.table(table)} where agent_ref = input.ref order by at desc, id desc limit 1
  ) as newest`

type ReadRow = {
  id: string
  agent_ref: number
  at: number
  data_type: string
  tags: string
  /** Null if it is longer than requested. */
  body: string | null
  bytes: number
  /** Names of a sample's metrics; its body has only the numbers. */
  names: string | null
}

/**
 * Records at these positions, newest first. For a record longer than `bytes` only its length is read. A cross join
 * makes SQLite read the positions first.
 */
async function readAt(db: Db | Tx, positions: RawBuilder<unknown>, bytes = BYTES_MAX): Promise<ReadRow[]> {
  const read = sql<ReadRow>`
    with found as materialized (${positions})
    select * from (
      select 's' || samples.id as id, found.number, found.record_id, samples.agent_ref, samples.at, metric_sets.data_type,
        '[]' as tags, samples.body, 0 as bytes, metric_sets.names
      from found cross join samples join metric_sets on metric_sets.id = samples.set_id
      where found.number > 0 and samples.id = found.number and samples.at = found.at
      union all
      select records.id, found.number, found.record_id, records.agent_ref, records.at, records.data_type, records.tags,
        case when octet_length(records.body) <= ${Math.floor(bytes)} then records.body end, octet_length(records.body), null
      from found cross join records
      where found.number = 0 and records.id = found.record_id and records.at = found.at
    ) as kinds ${newestFirst}`
  return executeLongRead(db, read)
}

/** Record as JSON. Copies stored JSON into the text without parsing it. */
function toJson(row: ReadRow, agentId: string): string {
  const { id, at, data_type: dataType, tags, body, bytes, names } = row
  const head = JSON.stringify({ _id: id, agentId, createdAt: new Date(at).toISOString(), dataType })
  const data = names === null || body === null ? body : JSON.stringify(unpack(JSON.parse(names), body))
  const omitted = body === null ? `,"omittedBytes":${bytes}` : ''
  return `${head.slice(0, -1)},"tags":${tags},"data":{"data":${data}}${omitted}}`
}
