import { type Action, type Catalogue, Refused } from './action.ts'
import type { UpdateRule } from './update-rule.ts'

const INTERVAL_MAX_S = 3600

type Needs = {
  /** Measures and reports at once. */
  report(): Promise<void>
  setReportInterval(seconds: number): void
  /** Facts for finding out why this agent misbehaves, as JSON. */
  diagnose(): string
  /** Fetches and checks the newer version and puts it in place; false if there is none. */
  update(signal: AbortSignal): Promise<boolean>
  updateRule: UpdateRule
}

const describe = (name: string, description: string, more: Partial<Action['capability']> = {}) => ({
  name,
  description,
  danger: 0,
  idempotent: true,
  timeoutS: 30,
  ...more,
})

/**
 * Built-in commands. Except for `update`, they need no permission of the machine's owner: they affect only the agent.
 */
export function builtinCatalogue({ report, setReportInterval, diagnose, update, updateRule }: Needs): Catalogue {
  const actions: Action[] = [
    {
      capability: describe('ping', 'Answer'),
      run: async () => ({ status: 'succeeded', output: 'pong' }),
    },
    {
      capability: describe('report-now', 'Measure and report at once'),
      async run() {
        await report()
        return { status: 'succeeded' }
      },
    },
    {
      capability: describe('set-interval', 'Report at this interval in seconds until the agent restarts', {
        argsSchema: {
          type: 'object',
          required: ['seconds'],
          properties: { seconds: { type: 'integer', minimum: 1, maximum: INTERVAL_MAX_S } },
        },
      }),
      async run({ seconds }) {
        const isGood =
          typeof seconds === 'number' && Number.isInteger(seconds) && seconds >= 1 && seconds <= INTERVAL_MAX_S
        if (!isGood) throw new Refused(`seconds is a whole number from 1 to ${INTERVAL_MAX_S}`)
        setReportInterval(seconds)
        return { status: 'succeeded' }
      },
    },
    {
      capability: describe('diagnose', 'Say how the agent is doing, with its last log lines'),
      run: async () => ({ status: 'succeeded', output: diagnose() }),
    },
    {
      capability: describe('restart', 'Restart the agent', { danger: 1, idempotent: false, timeoutS: 120 }),
      run: async () => ({ status: 'succeeded' }),
      exitsFor: 'restart',
    },
    {
      capability: describe('update', describeUpdate(updateRule), { danger: 1, idempotent: false, timeoutS: 300 }),
      refusal: updateRule.refusal,
      async run(_args, signal) {
        const isNewer = await update(signal)
        return { status: 'succeeded', ...(!isNewer && { unchanged: true, output: 'Already up to date' }) }
      },
      exitsFor: 'update',
    },
  ]
  return new Map(actions.map((action) => [action.capability.name, action]))
}

function describeUpdate({ key, isDefault }: UpdateRule): string {
  if (key) return "Install the server's version of the agent, if it is signed"
  const deprecation = ' (from version 0.2 on this needs --update on the machine)'
  return `Install the server's version of the agent${isDefault ? deprecation : ''}`
}
