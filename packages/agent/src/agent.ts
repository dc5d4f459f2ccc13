import { randomUUID } from 'node:crypto'
import type { AgentFrame, ServerFrame } from '@atalaya/contract/agent-protocol'
import { createClock } from './clock.ts'
import { addAllowed } from './commands/allow.ts'
import { readAllowed } from './commands/allow-file.ts'
import { builtinCatalogue } from './commands/builtin.ts'
import { createExecutor } from './commands/executor.ts'
import { createUpdater } from './commands/update.ts'
import { updateLogLines, updateRuleOf } from './commands/update-rule.ts'
import { createLink } from './connection/link.ts'
import { faultText } from './disk/fault-texts.ts'
import type { Log } from './log.ts'
import { describeMachine } from './measure/machine.ts'
import type { Measurements } from './measure/meter.ts'
import type { Options } from './options.ts'
import { createReporter } from './reporter.ts'
import { createSender } from './sender.ts'
import { createStorage } from './storage.ts'

/** Smaller differences from the server's clock are ignored. */
const CLOCK_TOLERANCE_MS = 5_000

/** Maximum length of a resume token; a longer one is not sent back. */
const RESUME_MAX_CHARACTERS = 64

type LeaveReason = 'shutdown' | 'restart' | 'update'
type Setup = {
  options: Options
  version: string
  /** The file that this agent runs from. */
  file: string
  log: Log
  onRevoked(): void
  /** Starts this program again. */
  restart(): void
}

/** The agent: measures this machine, sends its measurements, and carries out the allowed commands. */
export function createAgent({ options, version, file, log, onRevoked, restart }: Setup) {
  const runId = randomUUID()
  const startedAt = new Date().toISOString()
  let isWelcomed = false
  const clock = createClock()
  const storage = createStorage({ folder: options.state, run: runId, now: clock.now, log, onChange: sendStatus })
  const { journal, outbox, troubles } = storage
  const allowReadout = readAllowed(options.allowFile)
  const updateRule = updateRuleOf({ ...options, allowReadout })
  const updater = createUpdater({ ...options, key: updateRule.key, file, onError })
  const link = createLink(options, log, { hello, onFrame, onDown, onRevoked })
  const sender = createSender(outbox, link.send)
  const reporter = createReporter(addItem, log)
  const { report, setReportInterval } = reporter
  const catalogue = builtinCatalogue({ report, setReportInterval, diagnose, update: updater.fetchNewer, updateRule })
  if (allowReadout.allowed) addAllowed(catalogue, allowReadout.allowed)
  const now = () => clock.now() + serverAheadMs
  const executor = createExecutor({ journal, catalogue, run: runId, version, send: link.send, leave, onError, now })
  const machine = describeMachine()
  let resumeToken: string | null = null
  /** Server's clock minus this machine's, in ms. */
  let serverAheadMs = 0

  function onError(error: unknown): void {
    log.say(`A command could not be handled: ${faultText(error)}`)
  }

  async function addItem(measured: Measurements): Promise<void> {
    // The journal can be read again, so commands of earlier runs are known again.
    if (await storage.recover()) executor.takeUpEarlier()
    const metrics = { ...measured, 'agent.troubles': troubles.count() }
    sender.add({ at: new Date(clock.now()).toISOString(), dataType: 'system', metrics })
  }

  function sendStatus(why: string | null): void {
    if (isWelcomed) link.send({ v: 1, t: 'state', d: { status: why ? 'degraded' : 'online', message: why } })
  }

  function hello(): AgentFrame {
    const capabilities = [...catalogue.values()].flatMap(({ capability, refusal }) => (refusal ? [] : [capability]))
    const remembered = { journal: { known: executor.known() }, resume: resumeToken }
    return { v: 1, t: 'hello', d: { version, runId, startedAt, ...machine, capabilities, ...remembered } }
  }

  function onFrame(frame: ServerFrame): void {
    if (frame.t === 'welcome') handleWelcome(frame.d)
    else if (frame.t === 'data.ack') handleAcknowledgement(frame.d)
    else if (frame.t === 'cmd') executor.accept(frame.d)
    else if (frame.t === 'cmd.cancel') executor.cancel(frame.d.execId)
    else if (frame.t === 'cmd.result.ack') executor.settle(frame.d.execId)
    else if (frame.t === 'config') reporter.followServer(frame.d.reportS)
    else if (frame.t === 'error') log.say(`The server could not use a frame: ${frame.d.message}`)
  }

  function handleAcknowledgement({ run, seq, dropped }: Extract<ServerFrame, { t: 'data.ack' }>['d']): void {
    if (dropped) log.say(`The server had ${dropped} measurements already, or a later one of their run`)
    sender.acknowledge(run, seq)
  }

  function handleWelcome(d: Extract<ServerFrame, { t: 'welcome' }>['d']): void {
    log.say(`Connected to ${options.server.origin} as ${d.agent.name ?? d.agent.agentId}`)
    updater.confirm()
    resumeToken = d.resume.length <= RESUME_MAX_CHARACTERS ? d.resume : null
    const ahead = Date.parse(d.serverTime) - clock.now()
    serverAheadMs = Math.abs(ahead) > CLOCK_TOLERANCE_MS ? ahead : 0
    isWelcomed = true
    if (troubles.reasonText()) sendStatus(troubles.reasonText())
    executor.resume()
    sender.onConnected(serverAheadMs)
    reporter.followServer(d.reportS)
  }

  function onDown(): void {
    isWelcomed = false
    sender.onDisconnected()
  }

  function diagnose(): string {
    const { rss } = process.memoryUsage()
    const clockFacts = { startedAt, everyS: reporter.intervalS(), aheadMs: serverAheadMs }
    const storageFacts = { unsent: outbox.size(), trouble: troubles.reasonText() }
    const facts = { version, node: process.versions.node, pid: process.pid, rss, clock: clockFacts, ...storageFacts }
    return JSON.stringify({ ...facts, log: log.lines() }, null, 1)
  }

  async function stop(reason: LeaveReason): Promise<void> {
    reporter.stop()
    link.send({ v: 1, t: 'bye', d: { reason } })
    await link.stop()
    outbox.persist()
  }

  function leave(reason: 'restart' | 'update'): void {
    log.say(reason === 'update' ? 'Starting another version of myself' : 'Restarting, as the server asked')
    stop(reason).then(restart, restart)
  }

  return {
    async start(): Promise<void> {
      log.say(`Starting version ${version}; reports go to ${options.server.origin}`)
      for (const line of updateLogLines(allowReadout, updateRule)) log.say(line)
      await reporter.start()
      executor.takeUpEarlier()
      updater.startTrial({ onRestored: () => leave('update') })
      link.start()
    },
    stop,
  }
}
