import { AsyncLocalStorage } from 'node:async_hooks'

/** Scopes that a fault ends: the label `where` of `atalaya_faults_total`. */
const SCOPES = ['agent_socket', 'live_stream', 'source', 'job', 'bus_message', 'bus', 'nobody'] as const
export type FaultScope = (typeof SCOPES)[number]

/** Ends the scope in which the error was thrown. */
type End = (error: unknown) => void
/** A running scope, which owns the errors that are thrown in it. */
type Owner = { where: FaultScope; end: End }

/**
 * Faults: errors that no caller awaits. Each ends its scope (a socket, a stream, a source, a run of a job, a message).
 * It is logged once with its cause, and counted.
 */
export function createFaults(onFault: (error: unknown, where: FaultScope) => void) {
  const counts = new Map<FaultScope, number>(SCOPES.map((where) => [where, 0]))
  const owners = new AsyncLocalStorage<Owner>()

  function report(where: FaultScope, error: unknown): void {
    counts.set(where, (counts.get(where) ?? 0) + 1)
    onFault(error, where)
  }

  function finish({ where, end }: Owner, error: unknown): void {
    report(where, error)
    try {
      end(error)
    } catch (second) {
      report(where, second)
    }
  }

  return {
    report,

    /**
     * Runs `work` in a scope that `end` ends. Catches all its errors: thrown at once, in its promise, or later in a
     * timer, a socket's handler or a floating promise.
     */
    contain(where: FaultScope, work: () => unknown, end: End = () => {}): void {
      const owner = { where, end }
      try {
        const done = owners.run(owner, work)
        if (done instanceof Promise) done.catch((error) => finish(owner, error))
      } catch (error) {
        finish(owner, error)
      }
    },

    /** Reports the error of a promise that no caller awaits. */
    inBackground(where: FaultScope, promise: Promise<unknown>): void {
      promise.catch((error) => report(where, error))
    },

    /** Handles an error that only the process has caught: ends its scope, if that is known. */
    uncaught(error: unknown): void {
      const owner = owners.getStore()
      if (owner) finish(owner, error)
      else report('nobody', error)
    },

    /** Number of faults, by scope. */
    counts: (): ReadonlyMap<FaultScope, number> => counts,
  }
}
export type Faults = ReturnType<typeof createFaults>
