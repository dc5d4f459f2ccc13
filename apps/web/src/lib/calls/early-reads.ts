/** Answers that the page requested before the program was loaded (`early-reads.js`), by address. */
type EarlyReads = { token: string; reads: Record<string, Promise<Response>> }

declare global {
  interface Window {
    earlyReads?: EarlyReads | undefined
  }
}

/** Time after which an unused answer is ignored as old. */
const UNUSED_MAX_MS = 10_000

/** Takes the early answer to a call of this session, once; undefined if there is none. */
export function takeEarlyRead(address: string, token: string | undefined): Promise<Response> | undefined {
  const early = window.earlyReads
  const answer = early?.reads[address]
  if (!answer || early.token !== token || performance.now() > UNUSED_MAX_MS) return undefined
  delete early.reads[address]
  return answer
}
