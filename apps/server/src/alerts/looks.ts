import type { AgentStatus } from '@atalaya/contract/agent-fields'
import type { AlertCondition } from '@atalaya/contract/alert-rules'
import type { Repos } from '#server/compose/repos.ts'
import type { NewestMinutes } from '#server/telemetry/newest-minutes.ts'
import type { LooksRepo } from './looks.repo.ts'
import type { JudgedRule } from './rules.repo.ts'

/** What one look at the whole fleet found, as far as rules ask for it. */
export type Looked = {
  /** Agents whose newest numbers came since the look before. */
  heard: Set<number>
  refsByStatus: Map<AgentStatus, Set<number>>
  /** Connected agents that have sent no numbers of late, and since when. */
  silent: Map<number, number>
  /** Of each agent the newest command that went wrong. */
  failed: Map<number, { at: number; command: string }>
  outdated: Set<number>
  /** Agents of each account that has rules about its own. */
  owned: Map<string, number[]>
}

type Commands = Pick<Repos['commandViews'], 'wrongSince'>
type Needs = {
  repo: LooksRepo
  commands: Commands
  minutes: Pick<NewestMinutes, 'takeHeard'>
  findOutdated(): Promise<string[]>
  now: () => number
}

/** An agent reports more often than this, and what it reports is written down within half a minute. */
const SILENT_MS = 90_000
/** More than ever fail within a day; what is behind is not seen. */
const FAILED_MAX = 20_000
const OWNERS_AT_ONCE = 50

/** Looks at the fleet, with one statement for all rules of a kind, and only for kinds that there are rules of. */
export function createLook({ repo, commands, minutes, findOutdated, now }: Needs) {
  async function byStatus(statuses: AgentStatus[]): Promise<Looked['refsByStatus']> {
    const found = new Map<AgentStatus, Set<number>>(statuses.map((status) => [status, new Set()]))
    if (statuses.length === 0) return found
    for (const { ref, status } of await repo.withStatus([...found.keys()])) found.get(status)?.add(ref)
    return found
  }

  async function newestFailed(within: number[]): Promise<Looked['failed']> {
    const failed = within.length === 0 ? [] : await commands.wrongSince(now() - Math.max(...within), FAILED_MAX)
    // Newest first, and of equal keys a map keeps the last.
    return new Map(failed.reverse().map(({ ref, at, command }) => [ref, { at, command }]))
  }

  async function agentsOf(rules: JudgedRule[]): Promise<Looked['owned']> {
    const owners = [...new Set(rules.flatMap(({ ownerId }) => ownerId ?? []))]
    const owned = new Map<string, number[]>(owners.map((owner) => [owner, []]))
    while (owners.length > 0) {
      for (const { ref, ownerId } of await repo.ownedBy(owners.splice(0, OWNERS_AT_ONCE))) owned.get(ownerId)?.push(ref)
    }
    return owned
  }

  return async (rules: JudgedRule[]): Promise<Looked> => {
    const of = <K extends AlertCondition['kind']>(kind: K) =>
      rules.map(({ condition }) => condition).filter((one) => one.kind === kind) as Extract<
        AlertCondition,
        { kind: K }
      >[]
    const within = of('commandFailed').map(({ withinS }) => withinS * 1000)
    return {
      heard: await minutes.takeHeard(),
      refsByStatus: await byStatus(of('status').map(({ status }) => status)),
      silent: of('silent').length === 0 ? new Map() : await repo.silentSince(now() - SILENT_MS),
      failed: await newestFailed(within),
      outdated: new Set(of('outdated').length === 0 ? [] : await repo.ofVersions(await findOutdated())),
      owned: await agentsOf(rules),
    }
  }
}
export type Look = ReturnType<typeof createLook>
