import { type Kysely, sql } from 'kysely'
import { searchText } from '#server/domain/agent-index-columns.ts'
import { jsonRows } from '../dialect.ts'

const BATCH_SIZE = 1000

type Row = { id: string; ref: number; name: string | null; tags: string; machine: string | null; ip: string | null }

/** Folds case and marks in the search text of agents, and adds their systems. The trigrams follow by triggers. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (let last = -1; ; ) {
    const { rows } = await sql<Row>`
      select id, ref, name, tags, machine, ip from agents where ref > ${last} order by ref limit ${BATCH_SIZE}`.execute(
      db,
    )
    if (rows.length === 0) return
    last = rows.at(-1)?.ref ?? last
    const input = jsonRows(db, { ref: 'integer', search: 'text' } as const, rows.map(keysOf))
    await sql`
      update agents set search = input.search from ${input} as input
      where agents.ref = input.ref and agents.search <> input.search`.execute(db)
  }
}

function keysOf({ id, ref, name, tags, machine, ip }: Row): (string | number)[] {
  const { hostname, os, arch } = JSON.parse(machine ?? '{}')
  return [ref, searchText({ id, name, tags: JSON.parse(tags), hostname, ip, os, arch })]
}
