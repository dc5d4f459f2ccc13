import type { AgentStatus } from '@atalaya/contract/agent-fields'
import type { AlertCondition } from '@atalaya/contract/alert-rules'
import type { Repos } from '#server/compose/repos.ts'
import type { NewestMinutes } from '#server/telemetry/newest-minutes.ts'
import type { FleetSnapshotRepo } from './fleet-snapshot.repo.ts'
import type { JudgedRule } from './rules.repo.ts'

/** Snapshot of the whole fleet, with only the data that the rules need. */
export type FleetSnapshot = {
  /** Agents with new numbers since the last evaluation. */
  updated: Set<number>
  refsByStatus: Map<AgentStatus, Set<number>>
  /** Connected agents that no longer send numbers, and since when. */
  silent: Map<number, number>
  /** Newest failed command of each agent. */
  failed: Map<number, { at: number; command: string }>
  outdated: Set<number>
  /** Agents of each account that has rules of its own. */
  owned: Map<string, number[]>
}

type Needs = {
  repo: FleetSnapshotRepo
  failures: Pick<Repos['failures'], 'newestFailures'>
  minutes: Pick<NewestMinutes, 'takeUpdated'>
  findOutdated(): Promise<string[]>
  now: () => number
}

/** Longer than any agent's report interval plus the half minute until reports are stored. */
const SILENT_MS = 90_000
/** Accounts whose agents one statement reads: each may have a thousand. */
const OWNERS_PER_BATCH = 10

/** Reads the fleet: one statement for all rules of a kind, and only for kinds that have rules. */
export function createReadFleet({ repo, failures, minutes, findOutdated, now }: Needs) {
  async function byStatus(statuses: AgentStatus[]): Promise<FleetSnapshot['refsByStatus']> {
    const found = new Map<AgentStatus, Set<number>>(statuses.map((status) => [status, new Set()]))
    if (statuses.length === 0) return found
    for (const { ref, status } of await repo.withStatus([...found.keys()])) found.get(status)?.add(ref)
    return found
  }

  /** Reads only as far back as the rules need, and only the accounts that they cover. */
  async function newestFailed(rules: JudgedRule[]): Promise<FleetSnapshot['failed']> {
    const since = { fleet: null as number | null, owners: new Map<string, number>() }
    for (const { condition, ownerId, updatedAt } of rules) {
      if (condition.kind !== 'commandFailed') continue
      const at = Math.max(now() - condition.withinS * 1000, updatedAt)
      if (ownerId === null) since.fleet = Math.min(since.fleet ?? at, at)
      else since.owners.set(ownerId, Math.min(since.owners.get(ownerId) ?? at, at))
    }
    if (since.fleet === null && since.owners.size === 0) return new Map()
    return new Map((await failures.newestFailures(since)).map(({ ref, at, command }) => [ref, { at, command }]))
  }

  async function agentsOf(rules: JudgedRule[]): Promise<FleetSnapshot['owned']> {
    const owners = [...new Set(rules.flatMap(({ ownerId }) => ownerId ?? []))]
    const owned = new Map<string, number[]>(owners.map((owner) => [owner, []]))
    while (owners.length > 0) {
      for (const { ref, ownerId } of await repo.ownedBy(owners.splice(0, OWNERS_PER_BATCH)))
        owned.get(ownerId)?.push(ref)
    }
    return owned
  }

  return async (rules: JudgedRule[]): Promise<FleetSnapshot> => {
    const conditionsOf = <K extends AlertCondition['kind']>(kind: K) =>
      rules.map(({ condition }) => condition).filter((condition) => condition.kind === kind) as Extract<
        AlertCondition,
        { kind: K }
      >[]
    return {
      updated: await minutes.takeUpdated(),
      refsByStatus: await byStatus(conditionsOf('status').map(({ status }) => status)),
      silent: conditionsOf('silent').length === 0 ? new Map() : await repo.silentSince(now() - SILENT_MS),
      failed: await newestFailed(rules),
      outdated: new Set(conditionsOf('outdated').length === 0 ? [] : await repo.ofVersions(await findOutdated())),
      owned: await agentsOf(rules),
    }
  }
}
export type ReadFleet = ReturnType<typeof createReadFleet>
