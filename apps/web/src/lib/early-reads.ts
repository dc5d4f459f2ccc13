/** Answers that the page asked for before the program was there (`early-reads.js`), by their address. */
type EarlyReads = { token: string; reads: Record<string, Promise<Response>> }

declare global {
  interface Window {
    earlyReads?: EarlyReads | undefined
  }
}

/** What nobody has asked for by then is for another screen, and old when it is asked for. */
const FRESH_MS = 10_000

/** The early answer to a call of this session, once; undefined where there is none, and it has to be asked for. */
export function takeEarlyRead(address: string, token: string | undefined): Promise<Response> | undefined {
  const early = window.earlyReads
  const answer = early?.reads[address]
  if (!answer || early.token !== token || performance.now() > FRESH_MS) return undefined
  delete early.reads[address]
  return answer
}
