import type { Capability } from '@atalaya/contract/capability'

/** Result of an action. */
export type Outcome = {
  status: 'succeeded' | 'failed' | 'rejected'
  exitCode?: number
  output?: string
  truncated?: boolean
  reason?: string
  /** True if nothing had to change: the agent stays, and the server waits for no restart. */
  unchanged?: true
}

/** A command that this agent offers. */
export type Action = {
  capability: Capability
  /** Runs the command; `signal` ends it early. */
  run(args: Record<string, unknown>, signal: AbortSignal): Promise<Outcome>
  /** Reason, for people, if this machine does not run the action; such an action is not offered. */
  refusal?: string | null
  /** Reason to end this process once the action has succeeded. */
  exitsFor?: 'restart' | 'update'
}

/** Actions by their names. */
export type Catalogue = Map<string, Action>

/** The machine or the action itself refuses to run; the message is for people. */
export class Refused extends Error {}
