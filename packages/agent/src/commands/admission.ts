import type { CommandOrder } from '@atalaya/contract/agent-protocol'
import type { Catalogue } from './action.ts'
import type { Journal } from './journal.ts'
import type { FinalOutcome } from './results.ts'

/** Maximum number of commands that run at once. The server sends one at a time, and a few pings besides. */
const RUNNING_MAX = 16

type Needs = {
  catalogue: Catalogue
  journal: Pick<Journal, 'isDamaged'>
  running: ReadonlyMap<string, unknown>
  /** The server's time, in ms. */
  now(): number
}
export type Admission = ReturnType<typeof createAdmission>

/** Decides which commands may begin on this machine. */
export function createAdmission({ catalogue, journal, running, now }: Needs) {
  /** Result of a command that must not begin; null if it may. */
  function endBeforeBegin({ name, notAfter, attempt }: CommandOrder): FinalOutcome | null {
    const action = catalogue.get(name)
    if (!action) return { status: 'rejected', reason: `The owner of this machine has not allowed ${name}` }
    if (action.refusal) return { status: 'rejected', reason: action.refusal }
    if (Date.parse(notAfter) < now()) return { status: 'rejected', reason: 'It came too late' }
    if (running.size >= RUNNING_MAX) return { status: 'rejected', reason: `${RUNNING_MAX} commands run already` }
    const mayHaveRun = attempt > 1 && journal.isDamaged() && !action.capability.idempotent
    return mayHaveRun ? { status: 'unknown', reason: "The agent's journal is damaged: it may have run before" } : null
  }

  /** True if a command that an earlier run had begun may begin again. */
  function mayRunAgain({ name }: CommandOrder): boolean {
    const action = catalogue.get(name)
    return action !== undefined && !action.refusal && action.capability.idempotent
  }

  return { endBeforeBegin, mayRunAgain }
}
