import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { startHaproxy } from '@atalaya/testbed/haproxy'
import type { Figure } from './measured.ts'
import { type Program, startProduct } from './programs.ts'
import { call, connect, frame, percentile, type RegisteredAgent, registerAgents, sample, signUp } from './swarm.ts'
import { metricOf, residentKilobytes } from './usage.ts'

const REPORT_EVERY_MS = 10_000
const CONNECTS_PER_SECOND = 150
const SETTLE_FOR_MS = 10_000
const RETRY_MAX_MS = 30_000
const PROBE_EVERY_MS = 50

type Proxy = { url: string; ca?: string }
type State = { online: number; lostCount: number; isOver: boolean }

/** An agent that reports every ten seconds and reconnects by the protocol. */
function runAgent({ url, ca }: Proxy, agent: RegisteredAgent, state: State) {
  let report: NodeJS.Timeout | undefined
  let seq = 0
  let failures = 0
  let drainMs: number | null = null
  function dial(): void {
    let isWelcomed = false
    const socket = connect(
      url,
      agent,
      (received) => {
        if (received.t === 'drain') drainMs = received.d.reconnectInMs
        if (received.t !== 'welcome') return
        isWelcomed = true
        failures = 0
        state.online++
        const sendSample = () => socket.send(frame('data', sample(++seq)))
        report = setTimeout(() => {
          sendSample()
          report = setInterval(sendSample, REPORT_EVERY_MS)
        }, Math.random() * REPORT_EVERY_MS)
      },
      () => {
        clearInterval(report)
        if (isWelcomed) state.online--
        if (state.isOver) return
        // The connection ended although the server had sent no `drain`.
        if (isWelcomed && drainMs === null) state.lostCount++
        setTimeout(dial, drainMs ?? Math.random() * Math.min(RETRY_MAX_MS, 1000 * 2 ** failures++))
        drainMs = null
      },
      ca,
    )
  }
  dial()
}

/** The 99th percentile of the event loop's delay since the last reading, in ms. */
const lagP99 = async (server: Program) => (await metricOf(server.url, 'nodejs_eventloop_lag_p99_seconds')) * 1000

/** Sends requests until the returned function is called, which resolves with their 95th percentile in ms. */
function startProbe(server: string, accessToken: string) {
  const times: number[] = []
  let isOver = false
  const done = (async () => {
    while (!isOver) {
      const began = performance.now()
      const isAnswered = await call(`${server}/auth/me`, 'GET', undefined, accessToken).then(
        () => true,
        () => false,
      )
      if (isAnswered) times.push(performance.now() - began)
      await delay(PROBE_EVERY_MS)
    }
  })()
  return async () => {
    isOver = true
    await done
    return percentile(times, 0.95)
  }
}

/** Starts HAProxy with TLS before a server, as in deploy/. `ca` is its self-signed certificate. */
async function startProxy(folder: string, url: string) {
  mkdirSync(folder)
  const key = path.join(folder, 'key.pem')
  const certificate = path.join(folder, 'certificate.pem')
  const bundle = path.join(folder, 'both.pem')
  const subject = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1']
  const selfSigned = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '1']
  execFileSync('openssl', ['req', ...selfSigned, ...subject, '-keyout', key, '-out', certificate], { stdio: 'ignore' })
  const ca = readFileSync(certificate, 'utf8')
  writeFileSync(bundle, ca + readFileSync(key, 'utf8'))
  const haproxy = await startHaproxy(folder, [url], bundle)
  await haproxy.waitUntilAllUp()
  return { url: haproxy.address, ca, stop: haproxy.stop }
}

/** `proxies`: number of HAProxies with TLS in front of the server; with 0 the agents connect to it directly. */
type FleetOptions = { count: number; seconds: number; proxies: number }

/**
 * Measures one server with `count` agents that report every ten seconds: memory, heartbeats, the event loop, and a
 * restart.
 */
export async function measureFleet({ count, seconds, proxies }: FleetOptions): Promise<Figure[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'atalaya-fleet-'))
  const DATA_DIR = path.join(folder, 'data')
  const settings: Record<string, string> = proxies > 0 ? { TRUST_PROXY: '127.0.0.1' } : {}
  let server = await startProduct({ DATA_DIR, ...settings })
  const PORT = new URL(server.url).port
  const accessToken = await signUp(server.url)
  console.log(`Registering ${count} agents …`)
  const agents = await registerAgents(server.url, accessToken, count)
  const { url } = server
  const startedProxies = await Promise.all(
    Array.from({ length: proxies }, (_, n) => startProxy(path.join(folder, `door-${n}`), url)),
  )
  await delay(SETTLE_FOR_MS)
  const kilobytesBefore = residentKilobytes(server.pid)
  const state: State = { online: 0, lostCount: 0, isOver: false }
  for (const [n, agent] of agents.entries()) {
    runAgent(startedProxies[n % proxies] ?? { url }, agent, state)
    await delay(1000 / CONNECTS_PER_SECOND)
  }
  while (state.online < count) await delay(PROBE_EVERY_MS)
  console.log(`${count} are online; measuring for ${seconds} s …`)
  const kilobytesPerAgent = (residentKilobytes(server.pid) - kilobytesBefore) / count
  await lagP99(server)
  await delay(seconds * 1000)
  const lagP99Ms = await lagP99(server)
  const { lostCount } = state

  console.log('Restarting …')
  await server.stop()
  const began = performance.now()
  server = await startProduct({ DATA_DIR, PORT, ...settings })
  const endProbe = startProbe(server.url, accessToken)
  while (state.online < count) await delay(PROBE_EVERY_MS)
  const restartS = (performance.now() - began) / 1000
  const httpP95Ms = await endProbe()
  state.isOver = true
  await server.stop()
  await Promise.all(startedProxies.map(({ stop }) => stop()))
  rmSync(folder, { recursive: true, force: true })

  const fleet = `${count.toLocaleString('en')} agents${proxies > 0 ? ' behind HAProxy with TLS' : ''}`
  return [
    {
      name: `Memory of an agent that reports every ten seconds, of ${fleet}`,
      value: kilobytesPerAgent,
      limit: 15,
      unit: 'KB',
    },
    { name: `Event loop, 99th percentile of its delay, ${fleet}`, value: lagP99Ms, limit: 50, unit: 'ms' },
    { name: `Connections lost in ${seconds} s, ${fleet}`, value: lostCount, limit: 0, unit: 'connections' },
    { name: `After a restart until all are back, ${fleet}`, value: restartS, limit: 60, unit: 's' },
    { name: `A read meanwhile, 95th percentile, ${fleet}`, value: httpP95Ms, limit: 500, unit: 'ms' },
  ]
}
