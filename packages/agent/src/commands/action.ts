import type { Capability } from '@atalaya/contract/capability'

/** How an action ended. */
export type Outcome = {
  status: 'succeeded' | 'failed' | 'rejected'
  exitCode?: number
  output?: string
  truncated?: boolean
  reason?: string
  /** Nothing had to change for it: nobody leaves, and nobody waits for a change. */
  unchanged?: true
}

/** Something that this agent can be told to do. */
export type Action = {
  capability: Capability
  /** Does it; `signal` ends it early. */
  run(args: Record<string, unknown>, signal: AbortSignal): Promise<Outcome>
  /** Why this machine does not do it, for people; such an action is not offered. */
  refusal?: string | null
  /** What it does once its beginning is reported and written down: it ends this process. */
  leavesFor?: 'restart' | 'update'
}

/** Actions by their names. */
export type Catalogue = Map<string, Action>

/** The action is against what the machine or the action itself wants; the message is for people. */
export class Refused extends Error {}
