import { AsyncLocalStorage } from 'node:async_hooks'

/** What a fault ends, and nothing else: the label `where` of `atalaya_faults_total`. */
const PLACES = ['agent_socket', 'live_stream', 'source', 'job', 'bus_message', 'bus', 'nobody'] as const
export type Place = (typeof PLACES)[number]

/** Ends the one thing in which something was thrown. */
type End = (error: unknown) => void
type Owner = { where: Place; end: End }

/**
 * Faults: what is thrown where nobody waits for an answer. Each ends the one thing that it belongs to (a socket, a
 * stream, a source, a run of a job, a message), is told once with its cause, and counted.
 */
export function createFaults(onFault: (error: unknown, where: Place) => void) {
  const counts = new Map<Place, number>(PLACES.map((where) => [where, 0]))
  const owners = new AsyncLocalStorage<Owner>()

  function report(where: Place, error: unknown): void {
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
     * Does `work` for one thing, which `end` ends. Whatever is thrown comes to an end here: at once, in the promise that
     * `work` answers, or later in a timer, a socket's handler or a promise that was begun in it and that nobody holds.
     */
    contained(where: Place, work: () => unknown, end: End = () => {}): void {
      const owner = { where, end }
      try {
        const done = owners.run(owner, work)
        if (done instanceof Promise) done.catch((error) => finish(owner, error))
      } catch (error) {
        finish(owner, error)
      }
    },

    /** Lets a promise go for which nobody waits. */
    inBackground(where: Place, promise: Promise<unknown>): void {
      promise.catch((error) => report(where, error))
    },

    /** What the process itself caught, since nobody else did: it ends what began it, as far as that is known. */
    uncaught(error: unknown): void {
      const owner = owners.getStore()
      if (owner) finish(owner, error)
      else report('nobody', error)
    },

    /** How many there were, by place. */
    counts: (): ReadonlyMap<Place, number> => counts,
  }
}
export type Faults = ReturnType<typeof createFaults>
