import type { Faults } from '#server/containment/faults.ts'

/** Handles a message; `bytes` is the size of its JSON text. */
type Handler = (message: unknown, bytes: number) => unknown

/** Maximum bytes of one message, as JSON; less if NATS takes less (its `max_payload` is 1 MiB by default). */
export const MESSAGE_MAX_BYTES = 1024 * 1024

/**
 * Carries messages between instances, at most once: one may be lost, so the truth is in the database. Messages are JSON
 * values. The in-process bus serves a single instance; NATS is the same contract for many.
 */
export type Bus = {
  /** True if other instances may be on it. */
  readonly isShared: boolean
  /** Maximum bytes of one message, as JSON. */
  readonly maxBytes: number
  /**
   * Sends to every instance. Never throws, because the change has happened already: a failure is reported as a fault
   * of the bus. `instead` is sent in place of a message that is too large.
   */
  publish(subject: string, message: unknown, instead?: unknown): void
  /**
   * Subscribes to a subject, for messages of all instances, this one included. Ends when the returned function is
   * called.
   */
  subscribe(subject: string, handler: Handler): () => void
  /** Registers a handler for times when messages may have been lost, so that it reads the database again. */
  onGap(handler: () => unknown): () => void
  /** True if messages reach other instances at present. */
  isConnected(): boolean
  close(): Promise<void>
}

/**
 * Serializes a message; if it is too large, `instead`.
 *
 * @throws Error if neither has at most `maxBytes`.
 */
export function serialize(message: unknown, instead: unknown, maxBytes: number): string {
  const text = JSON.stringify(message ?? null)
  if (Buffer.byteLength(text) <= maxBytes) return text
  if (instead !== undefined) return serialize(instead, undefined, maxBytes)
  throw new Error(`A message of ${Buffer.byteLength(text)} bytes; the bus carries ${maxBytes}`)
}

/** The bus of a single instance. */
export function createLocalBus(faults: Faults): Bus {
  const subjects = new Map<string, Set<Handler>>()

  function publish(subject: string, message: unknown, instead?: unknown): void {
    const text = serialize(message, instead, MESSAGE_MAX_BYTES)
    const bytes = Buffer.byteLength(text)
    for (const handler of subjects.get(subject) ?? []) {
      // Each handler gets a copy of its own, after the publisher's present work.
      queueMicrotask(() => faults.contain('bus_message', () => handler(JSON.parse(text), bytes)))
    }
  }

  return {
    isShared: false,
    maxBytes: MESSAGE_MAX_BYTES,
    publish: (...args) => faults.contain('bus', () => publish(...args)),
    subscribe(subject, handler) {
      const handlers = subjects.get(subject) ?? new Set()
      subjects.set(subject, handlers.add(handler))
      return () => {
        handlers.delete(handler)
        if (handlers.size === 0) subjects.delete(subject)
      }
    },
    // Without a network no message is lost.
    onGap: () => () => {},
    isConnected: () => true,
    async close() {
      subjects.clear()
    },
  }
}
