import type { Capability } from '@atalaya/contract/commands'

/** How an action ended. */
export type Outcome = {
  status: 'succeeded' | 'failed' | 'rejected'
  exitCode?: number
  output?: string
  truncated?: boolean
  reason?: string
}

/** Something that this agent can be told to do. */
export type Action = {
  capability: Capability
  /** Does it; `signal` ends it early. */
  run(args: Record<string, unknown>, signal: AbortSignal): Promise<Outcome>
  /** What it does once its beginning is reported and written down: it ends this process. */
  leavesFor?: 'restart' | 'update'
}

/** Actions by their names. */
export type Catalogue = Map<string, Action>

/** The args are not as the action needs them; the message is for people. */
export class BadArgs extends Error {}
