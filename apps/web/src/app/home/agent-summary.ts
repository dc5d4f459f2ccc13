import type { Agent } from '@atalaya/contract/agents'
import type { User } from '@atalaya/contract/users'

/** Agents in Home's figures; a number is null until it is known. */
export type AgentSummary = {
  owned: number | null
  runningOwned: number | null
  online: number | null
  total: number | null
  isLoading: boolean
  error: string | null
}

/** An agent counts as running if isOnline is true or status is online or running. */
export function isRunning({ isOnline, status }: Pick<Agent, 'isOnline' | 'status'>): boolean {
  return isOnline || status === 'online' || status === 'running'
}

type Owner = Pick<User, '_id' | 'username' | 'email'>

/** True if the agent's user fields, agentId or _id name the owner by id, username or email, ignoring case. */
export function isOwnedBy(agent: Pick<Agent, 'agentId' | '_id' | 'user'>, owner: Owner): boolean {
  const names = new Set([owner._id, owner.username, owner.email].map((name) => name.toLowerCase()))
  const { user } = agent
  return [user._id, user.email, user.username, user.name, user.surname, agent.agentId, agent._id].some(
    (field) => field !== '' && names.has(field.toLowerCase()),
  )
}

/** The Linked agents card: the person's own, else the fleet's. */
export function linkedAgentsCard({ owned, total, isLoading, error }: AgentSummary): string {
  if (isLoading) return 'Loading...'
  if (owned) return String(owned)
  // Unknown is not the same as none.
  if (owned === null && total === null && error !== null) return '–'
  return total ? `${total} global` : 'No agents'
}

/** The Running agents tile and line. */
export function runningAgentsText({ runningOwned, online, isLoading, error }: AgentSummary): string {
  if (isLoading) return 'Loading...'
  if (runningOwned !== null) return runningOwned > 0 ? `${runningOwned} active` : 'None active'
  if (online !== null) return `${online} globals`
  return error === null ? 'No data' : 'Not available'
}

/** The Linked Agents line of the Personal Summary. */
export function linkedAgentsLine({ owned, isLoading, error }: AgentSummary): string {
  if (isLoading) return 'Loading...'
  if (owned === null) return error === null ? 'No data' : 'Not available'
  return owned === 0 ? 'No agents' : `${owned} agent(s)`
}

/** One sentence about the person's agents; empty while loading. */
export function agentMessage(
  name: string | undefined,
  { owned, runningOwned, isLoading, error }: AgentSummary,
): string {
  if (!name) return 'Activate your account to get started.'
  if (isLoading) return ''
  if (error !== null) return `Could not load agent status: ${error}`
  if (!owned) {
    return 'You have not registered any agents yet. Visit the agents section to register the first one.'
  }
  return runningOwned ? `${runningOwned} agent(s) running right now` : 'Your agents are currently inactive.'
}
