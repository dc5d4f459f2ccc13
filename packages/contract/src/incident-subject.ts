import { inSentence } from './foreign-name.ts'

/** `agent`: the first one. `behind`: number of agents that are behind it. */
type Agents = { agent: { name: string }; agents: number; behind: number }

/** Agents of an incident: `web-1`, `web-1 and 29 more`, `web-1 and 29 behind it`. */
export function subjectOf({ agent, agents, behind }: Agents): string {
  const name = inSentence(agent.name)
  const others = agents - 1
  if (others <= 0) return name
  return `${name} and ${others} ${behind === others ? 'behind it' : 'more'}`
}
