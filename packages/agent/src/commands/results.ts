import type { AgentFrame, CommandResult } from '@atalaya/contract/agent-protocol'
import { OUTPUT_MAX_BYTES } from '@atalaya/contract/commands'
import type { Outcome } from './action.ts'
import type { Entry } from './journal.ts'

/** How a command ended, before it has an id. */
export type Ended = Omit<Outcome, 'status'> & { status: CommandResult['status'] }

/** The result of a command, its output cut to size. */
export function ended(
  execId: string,
  { status, exitCode, output = '', truncated = false, reason, unchanged }: Ended,
): CommandResult {
  const bytes = Buffer.from(output)
  const isTooLong = bytes.length > OUTPUT_MAX_BYTES
  const text = isTooLong
    ? bytes
        .subarray(0, OUTPUT_MAX_BYTES)
        .toString()
        .replace(/\uFFFD$/, '')
    : output
  const cut = { output: text, truncated: truncated || isTooLong, reason: reason?.slice(0, 500) }
  return { execId, status, exitCode, ...cut, unchanged }
}

/** What tells the server where a command is. */
export function framesOf({ id, state, result }: Entry): AgentFrame[] {
  const d = { execId: id }
  const hasBegun = state === 'begun' || state === 'leaving'
  return [
    { v: 1, t: 'cmd.ack', d },
    ...(hasBegun ? [{ v: 1, t: 'cmd.started', d } as const] : []),
    ...(result ? [{ v: 1, t: 'cmd.result', d: result } as const] : []),
  ]
}

/** What was refused for want of a place in the journal, so that it is not begun by this run when it comes again. */
export function createRefused(max: number) {
  const results = new Map<string, CommandResult>()
  return {
    has: (id: string): boolean => results.has(id),
    /** Answers what was said the first time. */
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
