import type { CommandOrder } from '@atalaya/contract/agent-protocol'
import type { AgentClient } from '@atalaya/testbed/agent-client'
import type { CommandWorld } from './command-world.ts'

export type Ending = 'succeeded' | 'failed'
type Entry = { order: CommandOrder; state: 'taken' | 'started' | 'ended'; result: Ending | 'unknown' | null }

/**
 * An agent that keeps the protocol's promises in the simplest way, in steps that a test chooses. It writes its journal
 * before it acts and runs each command at most once. Results are repeated until there is a receipt. `clock` is in ms.
 */
export function createModelAgent(it: CommandWorld, token: string, clock: () => number) {
  /** Content of the disk, which survives a restart. */
  const journal = new Map<string, Entry>()
  /** Results of all runs, by command. */
  const runs = new Map<string, (Ending | 'unknown')[]>()
  /** Faults of the server: commands that it sent again although they had run. */
  const faults: string[] = []
  /** Commands that the journal had when it was lost. */
  const losses: string[] = []
  let client: AgentClient | null = null
  let run = 1

  /** Resolves when earlier frames are handled: reports are taken in turn, and each result has a receipt. */
  async function waitUntilSettled(): Promise<void> {
    if (!client) return
    client.send({ t: 'cmd.result', d: { execId: 'barrier', status: 'failed' } })
    while (true) if ((await client.next('cmd.result.ack')).d.execId === 'barrier') return
  }

  async function report(execId: string, status: Ending | 'unknown'): Promise<void> {
    client?.send({ t: 'cmd.result', d: { execId, status, exitCode: 0, output: '' } })
    await waitUntilSettled()
    if (!client) return
    journal.delete(execId)
    // Copies sent before the receipt are expected. A later copy is a fault of the server.
    const rest = client.frames.filter((frame) => frame.t !== 'cmd' || frame.d.execId !== execId)
    client.frames.splice(0, client.frames.length, ...rest)
  }

  function orders(): CommandOrder[] {
    return (client?.frames ?? []).flatMap((frame) => (frame.t === 'cmd' ? [frame.d] : []))
  }

  const findEntry = (state: Entry['state']) => [...journal].find(([, record]) => record.state === state)

  /** Breaks the connection: frames that are not in the journal yet are lost. */
  async function disconnect(): Promise<void> {
    client?.kill()
    await client?.closed
    client = null
  }

  /** Kills the agent: the result of a running command is lost. */
  async function restart(): Promise<void> {
    await disconnect()
    run++
    for (const [execId, record] of journal) {
      if (record.state !== 'started') continue
      journal.set(execId, { ...record, state: 'ended', result: 'unknown' })
      runs.set(execId, [...(runs.get(execId) ?? []), 'unknown'])
    }
  }

  return {
    runs,
    faults,
    losses,
    isIdle: () => journal.size === 0 && orders().length === 0,

    async connect(): Promise<void> {
      if (client) return
      const known = [...journal.keys()]
      client = await it.connect(token, { runId: `run-${run}`, journal: { known } })
      for (const [execId, { state, result }] of [...journal]) {
        if (state === 'ended' && result) await report(execId, result)
      }
      await waitUntilSettled()
    },

    disconnect,
    restart,

    /** Replaces the agent's disk, so that it knows no commands. */
    async replaceDisk(): Promise<void> {
      await restart()
      if (journal.size > 0) losses.push(...journal.keys())
      journal.clear()
    },

    /** Writes the next command to the journal and acknowledges it. */
    async take(): Promise<void> {
      const [order] = orders()
      if (!order || !client) return
      await client.next('cmd')
      if (Date.parse(order.notAfter) <= clock()) return
      const { execId } = order
      if (runs.has(execId) && order.name === 'backup') faults.push(`${execId} was sent again after it had run`)
      if (!journal.has(execId)) journal.set(execId, { order, state: 'taken', result: null })
      client.send({ t: 'cmd.ack', d: { execId } })
      await waitUntilSettled()
    },

    async begin(): Promise<void> {
      const found = findEntry('taken')
      if (!found) return
      const [execId, record] = found
      journal.set(execId, { ...record, state: 'started' })
      client?.send({ t: 'cmd.started', d: { execId } })
      await waitUntilSettled()
    },

    /** Ends a run. A connected agent reports the result; otherwise it waits in the journal. */
    async end(result: Ending): Promise<void> {
      const found = findEntry('started')
      if (!found) return
      const [execId, record] = found
      journal.set(execId, { ...record, state: 'ended', result })
      runs.set(execId, [...(runs.get(execId) ?? []), result])
      if (client) await report(execId, result)
    },

    waitUntilSettled,
  }
}
export type ModelAgent = ReturnType<typeof createModelAgent>
