import { runInNewContext } from 'node:vm'
import { type Action, type Catalogue, Refused } from './action.ts'
import type { Allowed } from './allow-file.ts'
import { runProgram } from './program.ts'

/** Maximum length of an argument that a pattern checks. */
const VALUE_MAX = 200
/**
 * Timeout of a match: enough for any sensible pattern on a busy machine. One that backtracks too much would block the
 * agent.
 */
const PATTERN_TIMEOUT_MS = 1000
const DESCRIPTION_MAX = 200

/** Adds the actions that the owner's file allows. */
export function addAllowed(catalogue: Catalogue, { services, actions, reboot }: Omit<Allowed, 'update'>): void {
  if (services.length > 0) catalogue.set('service.restart', createServiceRestart(services))
  if (Object.keys(actions).length > 0) catalogue.set('run-action', createOwnerActions(actions))
  if (reboot) catalogue.set('reboot', createReboot())
}

function createServiceRestart(services: string[]): Action {
  return {
    capability: {
      name: 'service.restart',
      description: 'Restart a service of this machine',
      danger: 2,
      idempotent: false,
      timeoutS: 60,
      argsSchema: { type: 'object', required: ['unit'], properties: { unit: { enum: services } } },
    },
    run(args, signal) {
      const { unit } = args
      if (typeof unit !== 'string' || !services.includes(unit))
        throw new Refused(`unit is one of ${services.join(', ')}`)
      return runProgram(['systemctl', 'restart', '--', unit], signal)
    },
  }
}

function createOwnerActions(actions: Allowed['actions']): Action {
  const names = Object.keys(actions)
  const timeoutS = Math.max(...Object.values(actions).map((action) => action.timeoutS))
  return {
    capability: {
      name: 'run-action',
      description: 'Run an action that the owner of this machine has allowed',
      danger: 2,
      idempotent: Object.values(actions).every((action) => action.idempotent),
      timeoutS,
      argsSchema: {
        type: 'object',
        required: ['name'],
        properties: { name: { enum: names }, ...argumentsOf(actions) },
      },
    },
    run({ name, ...values }, signal) {
      const action = typeof name === 'string' && Object.hasOwn(actions, name) ? actions[name] : undefined
      if (!action) throw new Refused(`name is one of ${names.join(', ')}`)
      return runProgram(fill(action, values), signal, action.timeoutS * 1000)
    },
  }
}

/** Arguments of all actions together, for a form. The description names their actions, and `run` checks them. */
function argumentsOf(actions: Allowed['actions']): Record<string, object> {
  const all = Object.entries(actions).flatMap(([action, { args }]) =>
    Object.entries(args).map(([name, rule]) => ({ action, name, rule })),
  )
  const names = [...new Set(all.map(({ name }) => name))].filter((name) => name !== 'name')
  return Object.fromEntries(
    names.map((argument) => {
      const uses = all.filter(({ name }) => name === argument)
      const description = `For ${uses.map(({ action }) => action).join(', ')}`.slice(0, DESCRIPTION_MAX)
      const values = uses.flatMap(({ rule }) => ('enum' in rule ? rule.enum : []))
      const isList = uses.every(({ rule }) => 'enum' in rule)
      return [argument, { description, ...(isList ? { enum: [...new Set(values)] } : { type: 'string' }) }]
    }),
  )
}

function createReboot(): Action {
  return {
    capability: { name: 'reboot', description: 'Restart this machine', danger: 2, idempotent: false, timeoutS: 900 },
    run: (_args, signal) => runProgram(['systemctl', 'reboot'], signal),
  }
}

/** The program's arguments with the given values in their places; every value is checked again here, on the machine. */
function fill({ command, args }: Allowed['actions'][string], values: Record<string, unknown>): string[] {
  for (const name of Object.keys(values))
    if (!Object.hasOwn(args, name)) throw new Refused(`${name} is not an argument`)
  return command.map((part) => {
    const name = /^\{(\w+)\}$/.exec(part)?.[1]
    const rule = name === undefined ? undefined : args[name]
    if (name === undefined || !rule) return part
    const value = values[name]
    const isAllowed =
      typeof value === 'string' && ('enum' in rule ? rule.enum.includes(value) : matchesPattern(value, rule))
    if (!isAllowed) throw new Refused(`${name} has no value that is allowed`)
    return value
  })
}

/**
 * True if the owner's pattern matches a value, which the server chooses. The match runs for a bounded time.
 *
 * @throws Refused if that time was too short.
 */
function matchesPattern(value: string, { pattern }: { pattern: string }): boolean {
  if (value.length > VALUE_MAX) return false
  try {
    const facts = { source: `^(?:${pattern})$`, value }
    return runInNewContext('new RegExp(source).test(value)', facts, { timeout: PATTERN_TIMEOUT_MS }) === true
  } catch {
    throw new Refused('The pattern of an argument takes too long: the owner of the machine has to make it simpler')
  }
}
