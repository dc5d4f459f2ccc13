import { randomUUID } from 'node:crypto'
import { type LiveEvent, liveEvent } from '@atalaya/contract/events'
import { z } from 'zod'
import type { Faults } from '#server/containment/faults.ts'
import type { Actor } from '#server/domain/actors.ts'
import { type Audience, audienceSchema, visibleTo } from './audience.ts'
import type { Bus } from './bus.ts'
import { changesReach, displayIn } from './display-events.ts'
import { mayReceive } from './event-scopes.ts'
import { isAbout, type Revocations } from './revocations.ts'

const SUBJECT = 'live'
/** Bounds of the events that are kept for replay. */
const HISTORY_MAX = 1000
const HISTORY_MAX_BYTES = 8 * 1024 * 1024
/** Too frequent to keep for replay; a client that missed some reads the current state. */
const FLEETING = new Set<LiveEvent['type']>(['agent.data', 'source.updated'])

const envelope = z.object({ event: liveEvent, audience: audienceSchema })
type HistoryEntry = { id: string; event: LiveEvent; audience: z.output<typeof audienceSchema>; bytes: number }

/** One open stream. `send` gets the event's id for `Last-Event-ID`; `close` ends the stream. */
export type Listener = { actor: Actor; send(event: LiveEvent, id: string): void; close(): void }

/**
 * Live events: services emit, every instance gets them through the bus and sends them to the allowed listeners.
 *
 * The last thousand are kept for streams that come back. After a longer gap, or on another instance, they get `resync`.
 * So do the readers of an event that is larger than the bus carries.
 */
export function createLive(bus: Bus, revocations: Revocations, faults: Faults) {
  const instance = randomUUID().slice(0, 8)
  const listeners = new Set<Listener>()
  const history: HistoryEntry[] = []
  let historyBytes = 0
  let count = 0

  const position = (): string => `${instance}-${count}`

  /** Sends events to a listener that may receive them. Closes a display's stream if its rights change. */
  function offer(listener: Listener, entries: readonly HistoryEntry[]): void {
    const display = displayIn(listener.actor)
    let isOver = false
    for (const { id, event, audience } of entries) {
      const visible = visibleTo(listener.actor, event, audience)
      if (!visible) continue
      runContained(listener, () => listener.send(visible, id))
      isOver ||= display !== null && changesReach(display, event)
    }
    if (isOver) runContained(listener, listener.close)
  }

  /** Runs work for one stream. A fault ends only that stream; its client reconnects and reads again. */
  function runContained(listener: Listener, work: () => void): void {
    faults.contain('live_stream', work, listener.close)
  }

  function keep(entry: HistoryEntry): void {
    historyBytes += entry.bytes
    history.push(entry)
    while (history.length > HISTORY_MAX || historyBytes > HISTORY_MAX_BYTES) historyBytes -= history.shift()?.bytes ?? 0
  }

  function forgetAll(): void {
    history.length = 0
    historyBytes = 0
  }

  function replay(listener: Listener, lastId: string): void {
    const last = history.findIndex((sent) => sent.id === lastId)
    if (last === -1) listener.send({ type: 'resync', data: {} }, position())
    else offer(listener, history.slice(last + 1))
  }

  const unsubscribe = bus.subscribe(SUBJECT, (message, bytes) => {
    const received = envelope.parse(message)
    const isKept = !FLEETING.has(received.event.type)
    if (isKept) count++
    const sent = { id: position(), ...received, bytes }
    if (isKept) keep(sent)
    for (const listener of listeners) offer(listener, [sent])
  })
  const stopRevoking = revocations.onRevoked((ended) => {
    const event: LiveEvent = { type: 'session.revoked', data: { sessionId: ended.sessionId ?? null } }
    for (const listener of listeners) {
      if (isAbout(ended, listener.actor)) runContained(listener, listener.close)
      // The account's other sessions remove the ended one from their lists.
      else if (listener.actor.userId === ended.userId && mayReceive(listener.actor, event))
        runContained(listener, () => listener.send(event, position()))
    }
  })
  // Listeners reconnect, authenticate again, and read again all that they may have missed.
  const unsubscribeGaps = bus.onGap(() => {
    forgetAll()
    count++
    for (const listener of listeners) runContained(listener, listener.close)
  })

  return {
    emit(event: LiveEvent, audience: Audience): void {
      const instead: LiveEvent = { type: 'resync', data: {} }
      bus.publish(SUBJECT, { event, audience }, { event: instead, audience })
    },

    /** Opens a stream; `lastId` replays what was missed. Returns the function that ends it. */
    listen(listener: Listener, lastId: string | null): () => void {
      if (lastId !== null && lastId !== position()) replay(listener, lastId)
      listeners.add(listener)
      return () => listeners.delete(listener)
    },

    count: (): number => listeners.size,
    /** True if somebody may listen, perhaps at another instance. */
    hasListeners: (): boolean => bus.isShared || listeners.size > 0,
    /** Position of a stream that is opened now: the id of the last event before it. */
    position,

    close(): void {
      unsubscribe()
      stopRevoking()
      unsubscribeGaps()
      for (const listener of listeners) runContained(listener, listener.close)
    },
  }
}
export type Live = ReturnType<typeof createLive>
