import type { AgentRow } from '#web/features/agents/agent-list.ts'
import type { Delivery } from '#web/features/agents/commands/away.ts'
import type { CommandInput } from '#web/features/agents/commands/commands.queries.ts'
import type { ListMatches } from '#web/features/agents/list/list-matches.ts'
import { agentOption } from '#web/features/agents/status.ts'
import { plural } from '#web/lib/plural.ts'

export type Destination =
  | { kind: 'all' }
  | { kind: 'tag'; tag: string }
  | { kind: 'selected'; ids: string[] }
  | { kind: 'matches'; matches: ListMatches }
  | { kind: 'one'; agent: Pick<AgentRow, 'id' | 'agentId' | 'name' | 'isOnline' | 'status'> }

/** True if the server resolves the destination, so that it may reach more agents than were shown. */
export const isOpenEnded = (
  destination: Destination,
): destination is Exclude<Destination, { kind: 'selected' | 'one' }> =>
  destination.kind !== 'selected' && destination.kind !== 'one'

/** Agents reached; `online` if known; `isNew` if the only agent has never connected. */
export type ReachedCount = { total: number; online: number | undefined; isNew?: boolean }

export function destinationLabel(destination: Destination): string {
  if (destination.kind === 'all') return 'All Agents'
  if (destination.kind === 'tag') return `Tag: ${destination.tag}`
  if (destination.kind === 'one') return agentOption(destination.agent)
  if (destination.kind === 'matches') return matchesLabel(destination.matches)
  return plural(destination.ids.length, { one: '# selected agent', other: '# selected agents' })
}

function matchesLabel({ total, description }: ListMatches): string {
  if (total === undefined) return `These: ${description}`
  return `${plural(total, { one: 'This one', other: 'These #' })}: ${description}`
}

/** Destination as request fields; none for all agents. */
export function targetOf(destination: Destination): Pick<CommandInput, 'agentId' | 'agentIds' | 'tag' | 'listed'> {
  if (destination.kind === 'all') return {}
  if (destination.kind === 'matches') return { listed: destination.matches.listed }
  if (destination.kind === 'tag') return { tag: destination.tag }
  return destination.kind === 'one' ? { agentId: destination.agent.agentId } : { agentIds: destination.ids }
}

/** Addition to the text about the reached agents: selected agents that the list behind the dialog does not show. */
export function unseenText(destination: Destination, shownIds: readonly string[]): string {
  if (destination.kind !== 'selected') return ''
  const unseen = destination.ids.filter((id) => !shownIds.includes(id)).length
  if (unseen === 0) return ''
  if (unseen === destination.ids.length) return '. None of them is on the page shown'
  return plural(unseen, {
    one: '. # of them is not on the page shown',
    other: '. # of them are not on the page shown',
  })
}

const agentsText = (count: number) => plural(count, { one: '# agent', other: '# agents' })

/** Number of reached agents, in words. `delivery` is for offline agents. */
export function reachedCountText({ total, online, isNew = false }: ReachedCount, delivery: Delivery = 'usual'): string {
  if (total === 0) return 'No agents to reach'
  if (delivery === 'skip') {
    return `Reaches ${online ?? 'those'} of ${agentsText(total)}: only agents that are online now`
  }
  if (online === undefined) return `Reaches ${agentsText(total)}`
  if (isNew) return `Reaches ${agentsText(total)}, never connected until now: gets it only if it connects in time`
  const offline = total - online
  // "When it connects", not "again": some may never have connected.
  const returning = { one: '; # will get it when it connects', other: '; # will get it when they connect' }
  const offlineText = offline > 0 ? plural(offline, returning) : ''
  return `Reaches ${agentsText(total)}, ${online} online now${offlineText}`
}
