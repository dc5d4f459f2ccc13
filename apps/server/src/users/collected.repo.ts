import { type RawBuilder, sql } from 'kysely'
import type { Db, Schema, Tx } from '#server/db/schema.ts'

/** A table that an account fills, and how many rows one statement removes with all that goes with them. */
type Collected = { table: keyof Schema & string; where: (userId: string) => RawBuilder<boolean>; atOnce: number }

const byUser = (userId: string) => sql<boolean>`user_id = ${userId}`
const byOwner = (userId: string) => sql<boolean>`owner_id = ${userId}`
const byAgent = (userId: string) => sql<boolean>`agent_id in (select id from agents where owner_id = ${userId})`

/** In the order in which they go: commands go before the agents that they were for. */
const COLLECTED: Collected[] = [
  { table: 'commands', where: byAgent, atOnce: 1000 },
  { table: 'agents', where: byOwner, atOnce: 20 },
  { table: 'alert_messages', where: byUser, atOnce: 1000 },
  { table: 'alert_incidents', where: byOwner, atOnce: 500 },
  { table: 'pages', where: byUser, atOnce: 10 },
]

/** Removes some of what an account has collected; false where nothing is left. */
export async function dropCollected(db: Db | Tx, userId: string): Promise<boolean> {
  for (const { table, where, atOnce } of COLLECTED) {
    const from = sql.table(table)
    const some = sql`select id from ${from} where ${where(userId)} limit ${sql.lit(atOnce)}`
    const { numAffectedRows = 0n } = await sql`delete from ${from} where id in (${some})`.execute(db)
    if (numAffectedRows > 0n) return true
  }
  return false
}
