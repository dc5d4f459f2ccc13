import type { AlertIncident } from '@atalaya/contract/alert-incidents'
import { inSentence } from '@atalaya/contract/foreign-name'

/** Agents of an incident: `web-1`, `web-1 and 29 more`, `web-1 and 29 behind it`. */
export function subjectOf({ agent, agents, behind }: AlertIncident): string {
  const name = inSentence(agent.name)
  const others = agents - 1
  if (others <= 0) return name
  return `${name} and ${others} ${behind === others ? 'behind it' : 'more'}`
}

/**
 * Fault of an incident. While it fires, also the number of agents that recovered: `They are offline · over on 36 of 37`.
 */
export function faultOf({ text, agents, firing, endedAt }: AlertIncident): string {
  const recovered = agents - firing
  return endedAt === null && recovered > 0 ? `${text} · over on ${recovered} of ${agents}` : text
}
