import { randomUUID } from 'node:crypto'
import type { AgentFrame, CommandOrder } from '@atalaya/contract/agent-protocol'
import { expect } from 'vitest'
import type { Action, Catalogue } from '#agent/commands/action.ts'
import { addAllowed } from '#agent/commands/allow.ts'
import { createExecutor } from '#agent/commands/executor.ts'
import { createJournal } from '#agent/commands/journal.ts'

/** An action of the owner's file. */
export const action = (command: string[], more: object = {}) => ({
  command,
  args: {},
  timeoutS: 60,
  idempotent: false,
  ...more,
})

/** Update action of a machine whose owner allows none. */
export const refusedUpdate: Action = {
  capability: { name: 'update', danger: 1, idempotent: false, timeoutS: 300 },
  refusal: 'Not here',
  run: async () => ({ status: 'succeeded' }),
  exitsFor: 'update',
}

/** Actions that the agent may run, and settings. */
export type Life = [actions: Record<string, ReturnType<typeof action>>, more?: { further?: Action[]; version?: string }]

/** One run of an agent over a folder that earlier runs may have used. Returns its parts and all that it sent. */
export function liveIn(folder: string, ...[actions, more = {}]: Life) {
  const run = randomUUID()
  const frames: AgentFrame[] = []
  const catalogue: Catalogue = new Map()
  addAllowed(catalogue, { services: ['web.service'], actions, reboot: false })
  for (const action of more.further ?? []) catalogue.set(action.capability.name, action)
  const journal = createJournal({ folder, run })
  const send = (frame: AgentFrame) => void frames.push(frame)
  const errors: unknown[] = []
  const onError = (error: unknown) => void errors.push(error)
  const reasons: string[] = []
  const leave = (reason: string) => void reasons.push(reason)
  const needs = { journal, catalogue, run, version: more.version ?? '1', send, leave, onError }
  const executor = createExecutor({ ...needs, now: Date.now })
  executor.takeUpEarlier()
  const results = () => frames.flatMap((frame) => (frame.t === 'cmd.result' ? [frame.d] : []))
  return {
    executor,
    journal,
    errors,
    reasons,
    frames,
    results,
    result: () => expect.poll(() => results().at(-1), { timeout: 20_000 }),
  }
}

/** An order to do what the owner's file allows. */
export function order(args: CommandOrder['args'], more: Partial<CommandOrder> = {}): CommandOrder {
  const notAfter = new Date(Date.now() + 60_000).toISOString()
  return { execId: randomUUID(), attempt: 1, name: 'run-action', args, notAfter, timeoutS: 60, ...more }
}
