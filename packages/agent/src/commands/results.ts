import type { AgentFrame, CommandResult } from '@atalaya/contract/agent-protocol'
import { OUTPUT_MAX_BYTES } from '@atalaya/contract/commands'
import type { Outcome } from './action.ts'
import type { Entry } from './journal.ts'

/** Result of a command, before it has an id. */
export type FinalOutcome = Omit<Outcome, 'status'> & { status: CommandResult['status'] }

/** The result of a command, its output cut to size. */
export function resultOf(
  execId: string,
  { status, exitCode, output = '', truncated = false, reason, unchanged }: FinalOutcome,
): CommandResult {
  const bytes = Buffer.from(output)
  const isTooLong = bytes.length > OUTPUT_MAX_BYTES
  // A cut in the middle of a character leaves U+FFFD at the end.
  const text = isTooLong
    ? bytes
        .subarray(0, OUTPUT_MAX_BYTES)
        .toString()
        .replace(/\uFFFD$/, '')
    : output
  const cut = { output: text, truncated: truncated || isTooLong, reason: reason?.slice(0, 500) }
  return { execId, status, exitCode, ...cut, unchanged }
}

/** Frames that report a command's state to the server. */
export function framesOf({ id, state, result }: Entry): AgentFrame[] {
  const d = { execId: id }
  const hasBegun = state === 'begun' || state === 'leaving'
  return [
    { v: 1, t: 'cmd.ack', d },
    ...(hasBegun ? [{ v: 1, t: 'cmd.started', d } as const] : []),
    ...(result ? [{ v: 1, t: 'cmd.result', d: result } as const] : []),
  ]
}

/**
 * Commands refused because the journal was full. Remembered, so that this run does not begin them when they come again.
 */
export function createRefusals(max: number) {
  const results = new Map<string, CommandResult>()
  return {
    has: (id: string): boolean => results.has(id),
    /** Repeats the first answer. */
    keep(result: CommandResult): CommandResult {
      const first = results.get(result.execId) ?? result
      results.set(first.execId, first)
      const [oldest] = results.keys()
      if (results.size > max && oldest !== undefined) results.delete(oldest)
      return first
    },
    drop: (id: string): void => void results.delete(id),
  }
}
