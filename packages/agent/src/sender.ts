import type { AgentFrame } from '@atalaya/contract/agent-protocol'
import type { Outbox, OutboxItem } from './disk/outbox.ts'

const FRAME_ITEMS = 100
/** Items that may be on the way without an acknowledgement. */
const WINDOW_ITEMS = 1000
/** Time after which items without acknowledgement go to the disk. */
const PERSIST_AFTER_MS = 5_000

/**
 * Sends what the outbox holds, in order, a bounded number at a time, over one connection after the other. A new
 * connection begins with the oldest that was not acknowledged.
 */
export function createSender(outbox: Outbox, send: (frame: AgentFrame) => void) {
  let isUp = false
  let onTheWay = new Set<OutboxItem>()
  /** Server's clock minus this machine's, in ms. */
  let serverAheadMs = 0
  /** Items as they were sent first. A repeated item stays the same, though the clocks were compared again. */
  const sent = new WeakMap<OutboxItem, OutboxItem>()
  let persistTimer: NodeJS.Timeout | undefined

  function correctTime(item: OutboxItem): OutboxItem {
    const first = sent.get(item) ?? { ...item, at: new Date(Date.parse(item.at) + serverAheadMs).toISOString() }
    sent.set(item, first)
    return first
  }

  function sendWaiting(): void {
    if (!isUp) return
    const waiting = outbox.items().filter((item) => !onTheWay.has(item))
    const chosen = waiting.slice(0, WINDOW_ITEMS - onTheWay.size)
    for (let start = 0; start < chosen.length; start += FRAME_ITEMS) {
      const part = chosen.slice(start, start + FRAME_ITEMS)
      for (const item of part) onTheWay.add(item)
      send({ v: 1, t: 'data', d: part.map(correctTime) })
    }
    if (chosen.length > 0) persistTimer ??= setTimeout(persist, PERSIST_AFTER_MS)
  }

  function persist(): void {
    persistTimer = undefined
    outbox.persist()
  }

  return {
    /** Keeps a measurement and sends it as soon as it can be. */
    add(item: Parameters<Outbox['add']>[0]): void {
      outbox.add(item)
      if (isUp) sendWaiting()
      else outbox.persist()
    },
    onConnected(clockAheadMs: number): void {
      isUp = true
      serverAheadMs = clockAheadMs
      onTheWay = new Set()
      sendWaiting()
    },
    onDisconnected(): void {
      isUp = false
      clearTimeout(persistTimer)
      persist()
    },
    acknowledge(run: string, seq: number): void {
      outbox.acknowledge(run, seq)
      for (const item of onTheWay) if (item.run === run && item.seq <= seq) onTheWay.delete(item)
      if (onTheWay.size === 0) {
        clearTimeout(persistTimer)
        persistTimer = undefined
      }
      sendWaiting()
    },
  }
}
