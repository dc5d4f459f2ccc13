import { readFileSync, statSync } from 'node:fs'
import { z } from 'zod'
import { type Action, BadArgs, type Catalogue } from './action.ts'
import { runProgram } from './program.ts'

/** Where the machine's owner says what the dashboard may do beyond the harmless. */
export const ALLOW_FILE = '/etc/atalaya-agent/allow.json'

const ROOT = 0
const WRITABLE_BY_OTHERS = 0o022

const argument = z.union([
  z.strictObject({ enum: z.array(z.string()).min(1) }),
  z.strictObject({ pattern: z.string().startsWith('^').endsWith('$') }),
])
const allowedAction = z.strictObject({
  description: z.string().max(200).optional(),
  /** A program and its arguments; an argument `{name}` is replaced by the value of that name. */
  command: z.array(z.string()).min(1),
  args: z.record(z.string(), argument).default({}),
  timeoutS: z.int().min(1).max(3600).default(60),
  idempotent: z.boolean().default(false),
})
export const allowFile = z.strictObject({
  services: z.array(z.string().regex(/^[\w@.:-]+$/)).default([]),
  actions: z.record(z.string().regex(/^[a-z0-9][a-z0-9-]{0,39}$/), allowedAction).default({}),
  reboot: z.boolean().default(false),
})
type Allowed = z.infer<typeof allowFile>

/**
 * Reads the owner's file. It counts only if root alone can change it: whoever takes over the agent can't widen it.
 * Answers what is allowed, or why nothing is.
 */
export function readAllowed(file: string): { allowed: Allowed | null; problem: string | null } {
  const stats = statSync(file, { throwIfNoEntry: false })
  if (!stats) return { allowed: null, problem: null }
  if (stats.uid !== ROOT || (stats.mode & WRITABLE_BY_OTHERS) !== 0) {
    return { allowed: null, problem: `${file} is ignored: it must belong to root and be writable by root only` }
  }
  try {
    return { allowed: allowFile.parse(JSON.parse(readFileSync(file, 'utf8'))), problem: null }
  } catch (error) {
    return { allowed: null, problem: `${file} is ignored: ${error instanceof Error ? error.message : 'unreadable'}` }
  }
}

/** The actions that the owner's file allows. */
export function addAllowed(catalogue: Catalogue, { services, actions, reboot }: Allowed): void {
  if (services.length > 0) catalogue.set('service.restart', restartService(services))
  if (Object.keys(actions).length > 0) catalogue.set('run-action', runAction(actions))
  if (reboot) catalogue.set('reboot', rebootMachine())
}

function restartService(services: string[]): Action {
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
        throw new BadArgs(`unit is one of ${services.join(', ')}`)
      return runProgram(['systemctl', 'restart', '--', unit], signal)
    },
  }
}

function runAction(actions: Allowed['actions']): Action {
  const names = Object.keys(actions)
  const timeoutS = Math.max(...Object.values(actions).map((action) => action.timeoutS))
  return {
    capability: {
      name: 'run-action',
      description: 'Run an action that the owner of this machine has allowed',
      danger: 2,
      idempotent: Object.values(actions).every((action) => action.idempotent),
      timeoutS,
      argsSchema: { type: 'object', required: ['name'], properties: { name: { enum: names } } },
    },
    run({ name, ...values }, signal) {
      const action = typeof name === 'string' && Object.hasOwn(actions, name) ? actions[name] : undefined
      if (!action) throw new BadArgs(`name is one of ${names.join(', ')}`)
      return runProgram(fill(action, values), signal, action.timeoutS * 1000)
    },
  }
}

function rebootMachine(): Action {
  return {
    capability: { name: 'reboot', description: 'Restart this machine', danger: 2, idempotent: false, timeoutS: 900 },
    run: (_args, signal) => runProgram(['systemctl', 'reboot'], signal),
  }
}

/** The program's arguments with the given values in their places; every value is checked again here, on the machine. */
function fill({ command, args }: Allowed['actions'][string], values: Record<string, unknown>): string[] {
  for (const name of Object.keys(values))
    if (!Object.hasOwn(args, name)) throw new BadArgs(`${name} is not an argument`)
  return command.map((part) => {
    const name = /^\{(\w+)\}$/.exec(part)?.[1]
    const rule = name === undefined ? undefined : args[name]
    if (name === undefined || !rule) return part
    const value = values[name]
    const isAllowed =
      typeof value === 'string' &&
      ('enum' in rule
        ? rule.enum.includes(value)
        : value.length <= 200 && new RegExp(`^(?:${rule.pattern})$`).test(value))
    if (!isAllowed) throw new BadArgs(`${name} has no value that is allowed`)
    return value
  })
}
