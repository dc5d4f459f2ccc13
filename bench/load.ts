import { readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'

/** One request, sent again and again. */
export type Shot = { url: string; method?: string; headers?: Record<string, string>; body?: string }

const CONNECTIONS = 16
/** USER_HZ, the unit of the times in /proc: 100 on every Linux that runs Node. */
const TICKS_PER_SECOND = 100

/** CPU time that a process and all its threads have used, in seconds. Linux only. */
export function cpuSeconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  // The second field is the name in parentheses, which may hold spaces; utime and stime are fields 14 and 15.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND
}

function send(agent: Agent, { url, method = 'GET', headers, body }: Shot): Promise<void> {
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { agent, method, headers }, (incoming) => {
      incoming.resume()
      incoming.once('end', () => {
        if (incoming.statusCode === 200) resolve()
        else reject(new Error(`${method} ${url} answered ${incoming.statusCode}`))
      })
    })
    outgoing.once('error', reject)
    outgoing.end(body)
  })
}

/** Sends `shot` over 16 kept connections for `seconds`; answers how many requests one CPU second of `pid` served. */
export async function requestsPerCpuSecond(pid: number, shot: Shot, seconds: number): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  const before = cpuSeconds(pid)
  const end = performance.now() + seconds * 1000
  let count = 0
  const connection = async () => {
    for (; performance.now() < end; count++) await send(agent, shot)
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, connection))
  agent.destroy()
  return count / (cpuSeconds(pid) - before)
}
