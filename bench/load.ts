import { readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import type { Measured } from './measured.ts'

type Headers = Record<string, string>
/** A request that is sent again and again. */
export type RepeatedRequest = { url: string; method?: string; headers?: Headers | (() => Headers); body?: () => string }
/** A repeatable operation, and the processes whose processor time it costs. */
export type Work = {
  pids: () => number[]
  once: () => Promise<unknown>
  /** Number of operations in one request, if more than one. */
  times?: number
  /** Number of concurrent requests. */
  width: number
}
/** Operations per second on the clock, and per second of the processes' time. */
export type Rates = { perSecond: number; perCpuSecond: number }

const CONNECTIONS = 16
const POLL_MS = 20
/** USER_HZ, the unit of the times in /proc: 100 on every Linux that runs Node. */
const TICKS_PER_SECOND = 100
/**
 * Until V8 has compiled hot code, an answer of the product takes three times as long as afterwards. All compared
 * programs get the same processor time to get there.
 */
const WARM_UP_S = 5

/**
 * CPU time of a process, all its threads, and its ended children, in seconds. 0 if it has ended itself: its time then
 * counts as its parent's. Linux only.
 */
export function cpuSeconds(pid: number): number {
  const stat = statOf(pid)
  // The second field is the name in parentheses, which may hold spaces; utime to cstime are fields 14 to 17.
  const times = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return times.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / TICKS_PER_SECOND
}

function statOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
  } catch {
    return ''
  }
}

const cpuSecondsOfAll = (pids: number[]) => pids.reduce((sum, pid) => sum + cpuSeconds(pid), 0)

/** A request over 16 kept connections. @throws Error if it is not answered with 200. */
export function requestWork(
  pids: () => number[],
  repeated: RepeatedRequest,
  width = CONNECTIONS,
): Work & { close: () => void } {
  const agent = new Agent({ keepAlive: true, maxSockets: width })
  return { pids, once: () => send(agent, repeated), width, close: () => agent.destroy() }
}

function send(agent: Agent, { url, method = 'GET', headers: headersOption, body }: RepeatedRequest): Promise<void> {
  const headers = typeof headersOption === 'function' ? headersOption() : headersOption
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { agent, method, headers }, (incoming) => {
      incoming.resume()
      incoming.once('end', () => {
        if (incoming.statusCode === 200) resolve()
        else reject(new Error(`${method} ${url} answered ${incoming.statusCode}`))
      })
    })
    outgoing.once('error', reject)
    outgoing.end(body?.())
  })
}

/** Repeats the work until the processes have used this much processor time: a busy machine then changes no round. */
export async function ratesOf({ pids, once, times = 1, width }: Work, seconds: number): Promise<Rates> {
  const [before, began] = [cpuSecondsOfAll(pids()), performance.now()]
  let count = 0
  let isOver = false
  const worker = async () => {
    for (; !isOver; count += times) await once()
  }
  const done = Promise.all(Array.from({ length: width }, worker)).finally(() => {
    isOver = true
  })
  while (!isOver && cpuSecondsOfAll(pids()) - before < seconds) await delay(POLL_MS)
  isOver = true
  await done
  return {
    perSecond: (1000 * count) / (performance.now() - began),
    perCpuSecond: count / (cpuSecondsOfAll(pids()) - before),
  }
}

/** Limit and product in turns, after both were warmed up the same. */
export async function alternate(limit: Work, ours: Work, { rounds, seconds }: { rounds: number; seconds: number }) {
  for (const work of [limit, ours]) await ratesOf(work, WARM_UP_S)
  const pairs: { limit: Rates; ours: Rates }[] = []
  for (let round = 0; round < rounds; round++) {
    pairs.push({ limit: await ratesOf(limit, seconds), ours: await ratesOf(ours, seconds) })
  }
  return (rate: keyof Rates): Measured['rounds'] =>
    pairs.map((pair) => ({ limit: pair.limit[rate], ours: pair.ours[rate] }))
}
