import { setTimeout as pause } from 'node:timers/promises'
import type { CommandResult } from '@atalaya/contract/agent-protocol'
import type { Capability } from '@atalaya/contract/capability'
import type { Machine } from './machines.ts'

/** Duration of simulated work. */
const WORK_FOR_MS = 300

type Outcome = Pick<CommandResult, 'status'> & Partial<Pick<CommandResult, 'exitCode' | 'output' | 'reason'>>

const capability = (name: string, description: string, more: Partial<Capability> = {}): Capability => ({
  name,
  description,
  danger: 0,
  idempotent: true,
  timeoutS: 60,
  ...more,
})

/** Commands that a machine offers. */
export const capabilitiesOf = ({ service }: Machine): Capability[] => [
  capability('ping', 'Answer'),
  capability('report-now', 'Measure and report at once'),
  capability('diagnose', 'Say how the agent is doing'),
  capability('restart', 'Restart the agent', { danger: 1, idempotent: false }),
  capability('service.restart', 'Restart a service of this machine', {
    danger: 2,
    idempotent: false,
    argsSchema: { type: 'object', required: ['unit'], properties: { unit: { enum: [service] } } },
  }),
  capability('run-action', 'Run an action of this machine', {
    danger: 2,
    idempotent: false,
    argsSchema: { type: 'object', required: ['name'], properties: { name: { enum: ['backup', 'clean-up'] } } },
  }),
]

const actions: Record<string, (machine: Machine, args: Record<string, unknown>) => Outcome> = {
  ping: () => ({ status: 'succeeded', output: 'pong' }),
  'report-now': () => ({ status: 'succeeded' }),
  diagnose: ({ name, os, arch }) => ({
    status: 'succeeded',
    output: JSON.stringify({ agent: 'simulated', machine: name, os, arch, buffered: 0 }, null, 2),
  }),
  'service.restart': ({ service }, { unit }) =>
    unit === service
      ? { status: 'succeeded', exitCode: 0, output: `Restarted ${service}.` }
      : { status: 'rejected', reason: `unit is one of ${service}` },
  'run-action': ({ state, diskGb }) =>
    state === 'degraded'
      ? { status: 'failed', exitCode: 1, output: 'Counting files: 48211\nNo space left on device.' }
      : { status: 'succeeded', exitCode: 0, output: `Counting files: 48211\nSaved 312 MB of ${diskGb} GB.\nDone.` },
}

/** Simulates an action: changes nothing, and answers as the machine might. */
export async function carryOut(machine: Machine, name: string, args: Record<string, unknown>): Promise<Outcome> {
  const action = actions[name]
  if (!action) return { status: 'rejected', reason: `A simulated agent does not know ${name}` }
  if (name !== 'ping') await pause(WORK_FOR_MS, undefined, { ref: false })
  return action(machine, args)
}
