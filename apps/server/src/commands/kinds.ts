const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** Part of an agent that must have changed for a command to succeed. */
type Proof = 'run' | 'boot' | 'version'

/** Rules for a kind of command. */
export type CommandKind = {
  /** Time that a command waits for an agent that is away. */
  lifeMs: number
  timeoutS: number
  idempotent: boolean
  /** True if the command waits for no other command of the agent. */
  bypass: boolean
  proof: Proof | null
}

const DEFAULTS: CommandKind = { lifeMs: DAY_MS, timeoutS: 60, idempotent: false, bypass: false, proof: null }

const kinds: Record<string, Partial<CommandKind>> = {
  ping: { lifeMs: MINUTE_MS, timeoutS: 30, idempotent: true, bypass: true },
  'report-now': { lifeMs: HOUR_MS, timeoutS: 30, idempotent: true },
  'set-interval': { lifeMs: 7 * DAY_MS, timeoutS: 30, idempotent: true },
  diagnose: { lifeMs: HOUR_MS, idempotent: true },
  restart: { lifeMs: 15 * MINUTE_MS, timeoutS: 120, proof: 'run' },
  reboot: { lifeMs: 15 * MINUTE_MS, timeoutS: 900, proof: 'boot' },
  update: { lifeMs: 7 * DAY_MS, timeoutS: 300, proof: 'version' },
}

/** Rules for a command of this name. An unknown name is a command that the agent defines. */
export const kindOf = (name: string): CommandKind => ({
  ...DEFAULTS,
  ...(Object.hasOwn(kinds, name) ? kinds[name] : {}),
})
