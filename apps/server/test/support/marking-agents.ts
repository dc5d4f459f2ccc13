// `node marking-agents.ts SERVER FOLDER EFFECTS TOKEN…` runs agents in one process. They have the link, the journal and
// the executor of the reference agent. Their only action has a countable effect: it adds a line to a file.
import { randomUUID } from 'node:crypto'
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AgentFrame, ServerFrame } from '@atalaya/contract/agent-protocol'
import type { Action } from '../../../../packages/agent/src/commands/action.ts'
import { createExecutor } from '../../../../packages/agent/src/commands/executor.ts'
import { createJournal } from '../../../../packages/agent/src/commands/journal.ts'
import { createLink } from '../../../../packages/agent/src/connection/link.ts'
import { createLog } from '../../../../packages/agent/src/log.ts'

const [server = '', folder = '', effects = '', ...tokens] = process.argv.slice(2)
const log = createLog((line) => process.stdout.write(`${line}\n`))

const mark: Action = {
  capability: { name: 'mark', danger: 0, idempotent: false, timeoutS: 60 },
  async run({ n }) {
    appendFileSync(effects, `${n}\n`)
    return { status: 'succeeded', output: String(n) }
  },
}

function start(token: string): void {
  const run = randomUUID()
  // Characters 3 to 38 of a token are the agent's id.
  const journal = createJournal({ folder: join(folder, token.slice(3, 39)), run })
  let resume: string | null = null
  const hello = (): AgentFrame => {
    const machine = { version: '1', hostname: 'box', os: '', arch: '', capabilities: [mark.capability] }
    return { v: 1, t: 'hello', d: { ...machine, runId: run, resume, journal: { known: executor.known() } } }
  }
  const onFrame = (frame: ServerFrame) => {
    if (frame.t === 'welcome') {
      resume = frame.d.resume
      executor.resume()
    } else if (frame.t === 'cmd') executor.accept(frame.d)
    else if (frame.t === 'cmd.cancel') executor.cancel(frame.d.execId)
    else if (frame.t === 'cmd.result.ack') executor.settle(frame.d.execId)
  }
  const handlers = { hello, onFrame, onDown: () => {}, onRevoked: () => process.exit(1) }
  // Delays are a twentieth of those in operation.
  const pace = { firstProbeDelayMs: 100, random: () => Math.random() / 20 }
  const link = createLink({ server: new URL(server), token }, log, handlers, pace)
  const catalogue = new Map([['mark', mark]])
  const onError = (error: unknown) => log.say(String(error))
  const needs = { journal, catalogue, run, version: '1', send: link.send, leave: () => {}, onError, now: Date.now }
  const executor = createExecutor(needs)
  executor.takeUpEarlier()
  link.start()
}

for (const token of tokens) start(token)
