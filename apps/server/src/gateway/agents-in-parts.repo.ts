import { type Expression, type SqlBool, sql } from 'kysely'
import type { Db, Tx } from '#server/db/schema.ts'
import { inParts } from '#server/domain/in-parts.ts'

/** Last contact. Must be exactly the expression of the index: otherwise the index is not used. */
export const lastSeen = sql<number>`coalesce(agents.last_seen, 0)`

/** Agents that one statement changes. A restart changes all agents, and other changes wait for a statement. */
const AGENTS_PER_BATCH = 200

/** Changes agents in batches. Returns the ids of the changed ones. */
export async function changeInParts<T>(all: Iterable<T>, change: (some: T[]) => Promise<{ id: string }[]>) {
  const changed: string[] = []
  for await (const some of inParts(all, AGENTS_PER_BATCH)) for (const { id } of await change(some)) changed.push(id)
  return changed
}

type Change = { status: 'offline' } | { status: 'reconnecting'; instance: null }

/** Sets the status of found agents that still match `condition`, in batches. Returns the ids of the changed ones. */
export const setStatusInParts = (
  db: Db | Tx,
  found: { id: string }[],
  change: Change,
  condition: Expression<SqlBool>,
): Promise<string[]> =>
  changeInParts(found, (some) => {
    const ids = some.map(({ id }) => id)
    return db.updateTable('agents').set(change).where('id', 'in', ids).where(condition).returning('id').execute()
  })
