import type { Agent, Quarantine } from '@atalaya/contract/agents'
import { sql } from 'kysely'
import { inputIds } from '#server/db/dialect.ts'
import type { Db, Tx } from '#server/db/schema.ts'
import { nameKey, orderKey, searchText } from '#server/domain/agent-index-columns.ts'
import { distinctPrograms, type Holder, type HolderState } from './holders.ts'
import { createPresenceRepo } from './presence.repo.ts'

/** Data of a connecting agent and its connection. */
export type Arrival = {
  agentId: string
  /** Hash of the presented token. If the agent has got another token since, nothing is stored. */
  tokenHash: string
  instance: string
  ip: string
  machine: NonNullable<Agent['machine']>
  capabilities: unknown[]
  resumeHash: string
  resumePrevious: string | null
  holders: Holder[]
  /** Epoch that was read. If another connection has raised it since, nothing is stored. */
  foundEpoch: number
  now: number
}

export type Welcome = { name: string | null; tags: string[] }

/** State that a connection must match to stay. */
export type ConnectionRights = { epoch: number; tokenHash: string; isQuarantined: boolean; isOwnerActive: boolean }

type SearchKeys = { search: string; name_key: string }

/** Maximum of versions, and of systems, that one account's agents add to filters. Agents choose these texts freely. */
const KINDS_MAX = 20

/**
 * SQL of the value, or of an empty text if the owner's agents already have the maximum of values. Counts them only if
 * the agent's value changes.
 */
const limitedValue = (column: 'version_key' | 'system', value: string) => {
  const name = sql.ref(column)
  const ofOwner = sql`select distinct own.${name} from agents as own where own.owner_id = agents.owner_id`
  return sql<string>`case
    when ${name} = ${value} then ${value}
    when (select count(*) from (${ofOwner} and own.${name} <> '' limit ${KINDS_MAX}) as kinds) < ${KINDS_MAX} then ${value}
    when exists (${ofOwner} and own.${name} = ${value}) then ${value}
    else '' end`
}

/** SQL on the changes of an agent by connecting and losing the connection. */
export function createGatewayRepo(db: Db | Tx) {
  /** Adds the machine to an agent's search text. Writes only after a change, as trigrams are expensive. */
  async function saveSearchText(
    { agentId: id, ip, machine }: Arrival,
    { name, tags }: Welcome,
    keys: SearchKeys,
  ): Promise<void> {
    const search = searchText({ ...machine, id, name, tags, ip })
    const updated = { search, name_key: nameKey({ id, name, hostname: machine.hostname }) }
    if (updated.search === keys.search && updated.name_key === keys.name_key) return
    await db.updateTable('agents').set(updated).where('id', '=', id).execute()
  }

  return {
    ...createPresenceRepo(db),

    /** Known holders of the token; null for a deleted agent. */
    async findHolders(agentId: string): Promise<(HolderState & Omit<ConnectionRights, 'epoch'>) | null> {
      const row = await db
        .selectFrom('agents')
        .innerJoin('users', 'users.id', 'agents.owner_id')
        .select(['agents.epoch', 'token_hash as tokenHash', 'holders', 'quarantine', 'users.is_active'])
        .select(['resume_hash as resumeHash', 'resume_previous as resumePrevious'])
        .where('agents.id', '=', agentId)
        .executeTakeFirst()
      if (!row) return null
      const { quarantine, is_active: isActive, holders, ...known } = row
      return {
        ...known,
        holders: JSON.parse(holders),
        isQuarantined: quarantine !== null,
        isOwnerActive: isActive === 1,
      }
    },

    /** Epoch and token of each agent's present connection; deleted agents are left out. */
    async connectionRightsOf(agentIds: string[]): Promise<Map<string, ConnectionRights>> {
      const rows = await db
        .selectFrom(inputIds(db, agentIds))
        .innerJoin('agents', 'agents.id', 'input.id')
        .innerJoin('users', 'users.id', 'agents.owner_id')
        .select(['agents.id', 'agents.epoch', 'agents.token_hash as tokenHash', 'agents.quarantine', 'users.is_active'])
        .execute()
      return new Map(
        rows.map(({ id, epoch, tokenHash, quarantine, is_active }) => [
          id,
          { epoch, tokenHash, isQuarantined: quarantine !== null, isOwnerActive: is_active === 1 },
        ]),
      )
    },

    /**
     * Puts the agent into quarantine; reports of its connection no longer count. False if another connection came
     * first.
     */
    async quarantine(agentId: string, foundEpoch: number, reason: string, holders: Holder[], now: number) {
      const quarantine: Quarantine = {
        since: new Date(now).toISOString(),
        reason,
        holders: distinctPrograms(holders).map(({ hostname, ip, at }) => ({
          hostname,
          ip,
          at: new Date(at).toISOString(),
        })),
      }
      const row = await db
        .updateTable('agents')
        .set({ epoch: foundEpoch + 1, status: 'quarantined', instance: null, quarantine: JSON.stringify(quarantine) })
        .where('id', '=', agentId)
        .where('epoch', '=', foundEpoch)
        .returning('id')
        .executeTakeFirst()
      return row !== undefined
    },

    /**
     * Sets all agents of an account offline. Reports of their connections no longer count, nor does a hello that is
     * being handled. Runs inside the transaction that deactivates the account.
     */
    async suspendAgentsOf(ownerId: string): Promise<void> {
      await db
        .updateTable('agents')
        .set((of) => ({
          epoch: of('epoch', '+', 1),
          instance: null,
          status: of
            .case()
            .when('status', 'in', ['pending', 'quarantined'])
            .then(of.ref('status'))
            .else<'offline'>('offline')
            .end(),
        }))
        .where('owner_id', '=', ownerId)
        .execute()
    },

    /** Sets the agent online under the next epoch; null if another connection came first. */
    async storeArrival(arrival: Arrival): Promise<Welcome | null> {
      const row = await db
        .updateTable('agents')
        .set({
          epoch: arrival.foundEpoch + 1,
          status: 'online',
          status_message: null,
          instance: arrival.instance,
          ip: arrival.ip,
          machine: JSON.stringify(arrival.machine),
          version_key: limitedValue('version_key', orderKey(arrival.machine.version)),
          system: limitedValue('system', arrival.machine.os),
          capabilities: JSON.stringify(arrival.capabilities),
          resume_previous: arrival.resumePrevious,
          holders: JSON.stringify(arrival.holders),
          resume_hash: arrival.resumeHash,
          last_seen: arrival.now,
        })
        .where('id', '=', arrival.agentId)
        .where('epoch', '=', arrival.foundEpoch)
        .where('token_hash', '=', arrival.tokenHash)
        .returning(['name', 'tags', 'search', 'name_key'])
        .executeTakeFirst()
      if (!row) return null
      const welcome = { name: row.name, tags: JSON.parse(row.tags) }
      await saveSearchText(arrival, welcome, row)
      return welcome
    },
  }
}
export type GatewayRepo = ReturnType<typeof createGatewayRepo>
