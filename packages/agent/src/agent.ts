import { randomUUID } from 'node:crypto'
import type { AgentFrame, ServerFrame } from '@atalaya/contract/agent-protocol'
import { createLink } from './link.ts'
import type { Log } from './log.ts'
import { describeMachine } from './measure/machine.ts'
import { createMeter } from './measure/meter.ts'
import type { Options } from './options.ts'
import { createOutbox } from './outbox.ts'
import { createSender } from './sender.ts'

const FIRST_REPORT_MS = 1_000
const DEFAULT_REPORT_S = 10
/** Clocks that differ by less are left as they are. */
const CLOCK_TOLERANCE_MS = 5_000

type Setup = { options: Options; version: string; log: Log; onRevoked(): void }

/** The agent: measures this machine, sends what it measured, and keeps it until the server has it. */
export function createAgent({ options, version, log, onRevoked }: Setup) {
  const runId = randomUUID()
  const startedAt = new Date().toISOString()
  const machine = describeMachine()
  const meter = createMeter()
  const outbox = createOutbox({ folder: options.state, runId })
  const link = createLink(options.server, options.token, log, { greeting, onFrame, onDown, onRevoked })
  const sender = createSender(outbox, link.send)
  let resume: string | null = null
  let reportS = DEFAULT_REPORT_S
  let timer: NodeJS.Timeout | undefined

  function greeting(): AgentFrame {
    return { v: 1, t: 'hello', d: { version, runId, startedAt, ...machine, capabilities: [], resume } }
  }

  function onFrame(frame: ServerFrame): void {
    if (frame.t === 'welcome') welcome(frame.d)
    else if (frame.t === 'data.ack') sender.acknowledge(frame.d.run, frame.d.seq)
    else if (frame.t === 'config') setPace(frame.d.reportS)
    else if (frame.t === 'error') log.say(`The server could not use a frame: ${frame.d.message}`)
  }

  function welcome(d: Extract<ServerFrame, { t: 'welcome' }>['d']): void {
    log.say(`Connected to ${options.server.origin} as ${d.agent.name ?? d.agent.agentId}`)
    resume = d.resume
    const aheadMs = Date.parse(d.serverTime) - Date.now()
    sender.up(Math.abs(aheadMs) > CLOCK_TOLERANCE_MS ? aheadMs : 0)
    if (d.reportS !== reportS) setPace(d.reportS)
  }

  function onDown(): void {
    sender.down()
  }

  function setPace(seconds: number): void {
    reportS = seconds
    clearInterval(timer)
    timer = setInterval(report, reportS * 1000)
  }

  function report(): void {
    meter.measure().then(
      (metrics) => sender.add({ at: new Date().toISOString(), dataType: 'system', metrics: { ...metrics } }),
      (error: Error) => log.say(`Could not measure: ${error.message}`),
    )
  }

  return {
    async start(): Promise<void> {
      // The first measurement is only what later ones are compared with.
      await meter.measure()
      link.start()
      setTimeout(report, FIRST_REPORT_MS)
      setPace(reportS)
    },
    async stop(reason: 'shutdown' | 'restart'): Promise<void> {
      clearInterval(timer)
      link.send({ v: 1, t: 'bye', d: { reason } })
      await link.stop()
      outbox.persist()
    },
  }
}
