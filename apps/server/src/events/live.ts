import { randomUUID } from 'node:crypto'
import { type LiveEvent, liveEvent } from '@atalaya/contract/events'
import { z } from 'zod'
import type { Faults } from '#server/containment/faults.ts'
import {
  type Audience,
  audienceSchema,
  EVERYONE,
  groupOfAccount,
  groupsIn,
  groupsOf,
  partsOf,
  visibleTo,
} from './audience.ts'
import type { Bus } from './bus.ts'
import { createDeliveries } from './deliveries.ts'
import { changesRights, displayIn } from './display-events.ts'
import { mayReceive } from './event-scopes.ts'
import { createHistory } from './history.ts'
import { createLeaveOut } from './leave-out.ts'
import { createListeners, type Listener, type Stream } from './listeners.ts'
import { isAbout, type Revocations } from './revocations.ts'

const SUBJECT = 'live'
const HEARTBEAT_EVERY_MS = 20_000
/** Bounds of the events that a stream gets again when it comes back, all in one turn. */
export const REPLAYED_MAX = 250
const REPLAYED_MAX_BYTES = 512 * 1024
/** Too frequent to keep for replay; a client that missed some reads the current state. */
const UNREPLAYED = new Set<LiveEvent['type']>(['agent.data', 'source.updated'])

const envelope = z.object({ event: liveEvent, audience: audienceSchema })
type HistoryEntry = { id: string; event: LiveEvent; audience: z.output<typeof audienceSchema>; bytes: number }

const isTooMuch = (missed: HistoryEntry[]): boolean =>
  missed.length > REPLAYED_MAX || missed.reduce((sum, { bytes }) => sum + bytes, 0) > REPLAYED_MAX_BYTES

/**
 * Live events: services emit, every instance gets them through the bus and sends them to the allowed listeners. Many
 * listeners are served in several turns of the event loop.
 *
 * The last thousand are kept for streams that come back. After a longer gap, on another instance, or if they missed too
 * much, they get `resync`. It also replaces an event that is too large for the bus, or behind too many waiting ones.
 */
export function createLive(bus: Bus, revocations: Revocations, faults: Faults) {
  const instance = randomUUID().slice(0, 8)
  const listeners = createListeners(groupsOf)
  const deliveries = createDeliveries(faults)
  let deliveryCount = 0
  const history = createHistory<HistoryEntry>()
  let sequence = 0

  const position = (): string => `${instance}-${sequence}`

  /** Delivery of work to the present streams of these groups. */
  function deliveryOf(groups: Iterable<string>, bytes: number, work: (stream: Stream) => void) {
    const deliveryNumber = deliveryCount++
    return {
      streams: listeners.inGroups(groups),
      bytes,
      deliver: (stream: Stream) => {
        if (stream.openedAfter <= deliveryNumber) runContained(stream, () => work(stream))
      },
    }
  }

  /** Does work for the present streams of these groups, after all earlier deliveries. */
  function deliver(groups: Iterable<string>, work: (stream: Stream) => void): void {
    deliveries.add(deliveryOf(groups, 0, work))
  }

  function sendResync(stream: Stream): void {
    if (!stream.isOver) stream.send({ type: 'resync', data: {} }, position())
  }
  // The missed event may have changed a display's rights: its next stream has the new ones.
  const readAgain = (stream: Stream) => (displayIn(stream.actor) ? close(stream) : sendResync(stream))
  const leaveOut = createLeaveOut(deliveries, (stream) => runContained(stream, () => readAgain(stream)))

  /** Sends the events that an open stream may receive. Then closes a display's stream if they change its rights. */
  function sendVisible(stream: Stream, entries: readonly HistoryEntry[]): void {
    if (stream.isOver) return
    const display = displayIn(stream.actor)
    let areRightsChanged = false
    for (const { id, event, audience } of entries) {
      const visible = visibleTo(stream.actor, event, audience)
      if (!visible) continue
      stream.send(visible, id)
      areRightsChanged ||= display !== null && changesRights(display, event)
    }
    if (areRightsChanged) close(stream)
  }

  /** Runs work for one stream. A fault ends only that stream; its client reconnects and reads again. */
  function runContained(stream: Stream, work: () => void): void {
    faults.contain('live_stream', work, () => close(stream))
  }

  function replay(stream: Stream, lastId: string): void {
    const missed = history
      .after(lastId)
      ?.filter(({ event, audience }) => visibleTo(stream.actor, event, audience) !== null)
    if (!missed || isTooMuch(missed)) sendResync(stream)
    else runContained(stream, () => sendVisible(stream, missed))
  }

  const unsubscribe = bus.subscribe(SUBJECT, (message, bytes) => {
    const received = envelope.parse(message)
    const isKept = !UNREPLAYED.has(received.event.type)
    if (isKept) sequence++
    const sent = { id: position(), ...received, bytes }
    if (isKept) history.keep(sent)
    const groups = [...groupsIn(sent.audience)]
    const hasRoom = deliveries.addIfRoom(deliveryOf(groups, bytes, (stream) => sendVisible(stream, [sent])))
    if (!hasRoom) leaveOut(listeners.inGroups(groups))
  })
  const stopRevoking = revocations.onRevoked((ended) => {
    const event: LiveEvent = { type: 'session.revoked', data: { sessionId: ended.sessionId ?? null } }
    const [groups, id] = [[groupOfAccount(ended.userId)], position()]
    // Immediate: an ended session gets no more events, not even those already queued.
    for (const stream of listeners.inGroups(groups)) stream.isOver ||= isAbout(ended, stream.actor)
    deliver(groups, (stream) => {
      if (isAbout(ended, stream.actor)) stream.close()
      // The account's other sessions remove the ended one from their lists.
      else if (!stream.isOver && mayReceive(stream.actor, event)) stream.send(event, id)
    })
  })
  // Listeners reconnect, authenticate again, and read again all that they may have missed.
  const unsubscribeGaps = bus.onGap(() => {
    history.clear()
    sequence++
    deliver([EVERYONE], close)
  })

  // One timer for all streams: once the event loop was blocked, separate timers would fire together from then on.
  const heartbeat = setInterval(() => deliver([EVERYONE], (stream) => stream.beat?.()), HEARTBEAT_EVERY_MS)
  heartbeat.unref()

  return {
    emit(event: LiveEvent, audience: Audience): void {
      const instead: LiveEvent = { type: 'resync', data: {} }
      for (const part of partsOf(audience))
        bus.publish(SUBJECT, { event, audience: part }, { event: instead, audience: part })
    },

    /** Opens a stream; `lastId` replays what was missed. Returns the function that ends it. */
    listen(listener: Listener, lastId: string | null): () => void {
      const stream: Stream = { ...listener, openedAfter: deliveryCount, isOver: false }
      if (lastId !== null && lastId !== position()) replay(stream, lastId)
      return listeners.add(stream)
    },

    count: (): number => listeners.all.size,
    /** True if somebody may listen, perhaps at another instance. */
    hasListeners: (): boolean => bus.isShared || listeners.all.size > 0,
    isBusy: deliveries.isBusy,
    /** Position of a stream that is opened now: the id of the last event before it. */
    position,

    close(): void {
      unsubscribe()
      stopRevoking()
      unsubscribeGaps()
      clearInterval(heartbeat)
      deliveries.clear()
      for (const stream of listeners.all) runContained(stream, () => close(stream))
    },
  }
}
export type Live = ReturnType<typeof createLive>

function close(stream: Stream): void {
  stream.isOver = true
  stream.close()
}
