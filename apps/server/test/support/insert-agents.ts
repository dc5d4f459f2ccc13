import type { NewAgentRow } from '#server/agents/agents.repo.ts'
import { transactionsOn } from '#server/compose/repos.ts'
import type { Db } from '#server/db/schema.ts'
import { nameKey, searchText } from '#server/domain/agent-index-columns.ts'

/** Rows of one statement: with all columns they stay below the databases' limit of parameters. */
const BATCH = 500

/** Inserts agents: the first one by the repository, the others as copies of its row, many in a statement. */
export async function insertAgents(db: Db, [first, ...others]: NewAgentRow[]): Promise<void> {
  if (!first) return
  await transactionsOn(db)(({ agents }) => agents.insert(first))
  const original = await db.selectFrom('agents').selectAll().where('id', '=', first.id).executeTakeFirstOrThrow()
  const copies = others.map((agent, n) => ({
    ...original,
    id: agent.id,
    ref: original.ref + 1 + n,
    owner_id: agent.ownerId,
    name: agent.name,
    search: searchText({ ...agent, ip: null }),
    name_key: nameKey(agent),
    tags: JSON.stringify(agent.tags),
    token_hash: agent.tokenHash,
    created_at: agent.now,
  }))
  for (let from = 0; from < copies.length; from += BATCH) {
    await db
      .insertInto('agents')
      .values(copies.slice(from, from + BATCH))
      .execute()
  }
  const last = String(original.ref + copies.length)
  await db.updateTable('meta').set({ value: last }).where('key', '=', 'agents.last_ref').execute()
}
