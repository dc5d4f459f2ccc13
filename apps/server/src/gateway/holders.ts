import type { Hello } from '@atalaya/contract/agent-protocol'
import { hashAgentToken } from '#server/agents/agent-tokens.ts'

/** A program that came with the agent's token: one run of an agent on one machine. */
export type Holder = { run: string; hostname: string; ip: string; at: number }
/** Known holders of a token. */
export type HolderState = {
  epoch: number
  resumeHash: string | null
  resumePrevious: string | null
  holders: Holder[]
}
type Newcomer = { hello: Hello; ip: string; now: number }
type Verdict = {
  holders: Holder[]
  /** Resume token that the next hello may present besides the newest. */
  previous: string | null
  /** Reason to suspect a second machine with a copy of the token; null if there is none. */
  suspicion: string | null
}

/** Time for which programs that used a token are remembered. */
const MEMORY_MS = 10 * 60_000
const HOLDERS_MAX = 12
/** Maximum of returns of a program within `MEMORY_MS`, after another one took its place. */
const RETURNS_MAX = 2

/**
 * Judges a hello: it is from the program that used the token last, from its successor, or from a copy. Two runs that
 * alternate, or reuse each other's resume token, are two machines.
 */
export function judgeHello(state: HolderState, { hello, ip, now }: Newcomer): Verdict {
  const presented = hello.resume ? hashAgentToken(hello.resume) : null
  const holders = remember(state.holders, { run: hello.runId, hostname: hello.hostname, ip, at: now })
  const isKnown = presented !== null && (presented === state.resumeHash || presented === state.resumePrevious)
  return {
    holders,
    // A welcome may get lost, even twice, so an accepted token stays valid until its successor is used.
    previous: isKnown ? presented : state.resumeHash,
    suspicion: suspicionOf(state, hello, isKnown, holders),
  }
}

function suspicionOf(state: HolderState, hello: Hello, isKnown: boolean, holders: Holder[]): string | null {
  if (countReturns(holders) > RETURNS_MAX) return 'Two programs took turns with this token'
  const isSameRun = state.holders.at(-1)?.run === hello.runId
  if (!hello.resume || isKnown || isSameRun || state.resumeHash === null) return null
  // A later epoch than the stored one is no suspicion: the database was restored from a backup.
  const [epoch] = hello.resume.split('.')
  return Number(epoch) > state.epoch ? null : 'A program came back whose place another one with this token had taken'
}

function remember(holders: Holder[], newcomer: Holder): Holder[] {
  const last = holders.length - 1
  const recent = holders.filter(({ at }, n) => n === last || at > newcomer.at - MEMORY_MS)
  if (recent.at(-1)?.run === newcomer.run) recent.pop()
  return [...recent, newcomer].slice(-HOLDERS_MAX)
}

/** Number of times that a run came back after another one. */
function countReturns(holders: Holder[]): number {
  return holders.filter(({ run }, n) => holders.slice(0, n).some((earlier) => earlier.run === run)).length
}

/** Distinct programs, the latest first. */
export function distinctPrograms(holders: Holder[]): Holder[] {
  return [...new Map(holders.map((holder) => [holder.run, holder])).values()].toReversed()
}
