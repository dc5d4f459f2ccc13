/** Takes a message off the bus; what it returns answers a request. */
export type Handler = (message: unknown) => unknown

/** Nobody listens on the subject of a request. */
export class NoResponderError extends Error {}

/**
 * Carries messages between instances, at most once: a nudge, never the truth, which is in the database. Messages are
 * JSON values. The in-process bus serves a single instance; NATS is the same contract for many.
 */
export type Bus = {
  /** Whether other instances may be on it. */
  readonly isShared: boolean
  publish(subject: string, message: unknown): Promise<void>
  /** Hears every message on the subject, from all instances, this one included, until the returned function is called. */
  subscribe(subject: string, handler: Handler): () => void
  /** @throws NoResponderError at once when nobody listens; an error after `timeoutMs` when nobody answers. */
  request(subject: string, message: unknown, timeoutMs: number): Promise<unknown>
  /** Hears that messages may have been lost, at whatever instance: what they would have told is in the database. */
  onGap(handler: () => unknown): () => void
  /** Whether messages get through right now. */
  isConnected(): boolean
  close(): Promise<void>
}

/** The bus of a single instance; `report` hears what a subscriber throws. */
export function createLocalBus(report: (error: unknown) => void): Bus {
  const subjects = new Map<string, Set<Handler>>()

  return {
    isShared: false,
    async publish(subject, message) {
      const copy = structuredClone(message)
      for (const handler of subjects.get(subject) ?? []) {
        Promise.resolve(copy).then(handler).catch(report)
      }
    },
    subscribe(subject, handler) {
      const handlers = subjects.get(subject) ?? new Set()
      subjects.set(subject, handlers.add(handler))
      return () => {
        handlers.delete(handler)
        if (handlers.size === 0) subjects.delete(subject)
      }
    },
    async request(subject, message, timeoutMs) {
      const [handler] = subjects.get(subject) ?? []
      if (!handler) throw new NoResponderError(`Nobody listens on ${subject}`)
      const answer = Promise.resolve(structuredClone(message)).then(handler)
      return structuredClone(await withTimeout(answer, timeoutMs, subject))
    },
    // Nothing lies between an instance and itself.
    onGap: () => () => {},
    isConnected: () => true,
    async close() {
      subjects.clear()
    },
  }
}

async function withTimeout<T>(work: Promise<T>, timeoutMs: number, subject: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`No answer on ${subject} within ${timeoutMs} ms`)), timeoutMs)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
