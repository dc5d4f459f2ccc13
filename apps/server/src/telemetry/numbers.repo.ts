import type { AgentNumbers } from '@atalaya/contract/agent-numbers'
import { sql } from 'kysely'
import { jsonRows } from '#server/db/dialect.ts'
import type { Db, Tx } from '#server/db/schema.ts'

export type NumbersRow = AgentNumbers & { ref: number; at: number }

const columns = {
  ref: 'integer',
  at: 'bigint',
  cpu: 'double precision',
  memory: 'double precision',
  disk: 'double precision',
  temperature: 'double precision',
} as const
const NUMBERS = ['cpu', 'memory', 'disk', 'temperature'] as const

/** SQL on the newest numbers of agents. */
export function createNumbersRepo(db: Db | Tx) {
  return {
    /** Stores numbers that are newer than the stored ones; absent ones stay as they are. */
    async save(rows: NumbersRow[]): Promise<void> {
      const input = jsonRows(
        db,
        columns,
        rows.map(({ ref, at, ...numbers }) => [ref, at, ...NUMBERS.map((name) => numbers[name])]),
      )
      const changes = NUMBERS.map(
        (name) => sql`${sql.ref(name)} = coalesce(${sql.ref(`input.${name}`)}, ${sql.ref(`agent_numbers.${name}`)})`,
      )
      await sql`
        update agent_numbers set at = input.at, ${sql.join(changes)} from ${input} as input
        where agent_numbers.ref = input.ref and coalesce(agent_numbers.at, 0) <= input.at`.execute(db)
    },
  }
}
export type NumbersRepo = ReturnType<typeof createNumbersRepo>
