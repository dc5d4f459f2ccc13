import type { Live } from '#server/events/live.ts'
import type { Delivery } from './items.ts'

/** Maximum bytes of waiting batches: four of the largest. */
const WAITING_MAX_BYTES = 16 * 1024 * 1024

type Waiting = { batch: Delivery[]; bytes: number }
type Needs = {
  publish(batch: Delivery[]): Promise<void>
  live: Pick<Live, 'emit'>
  onError(error: unknown): void
}

/**
 * Publishes stored batches one after the other, in their order. Storing and receipts do not wait for it. If too much
 * waits, leaves out the oldest batches. Once the queue is empty, screens read again what was left out or has failed.
 */
export function createPublishQueue({ publish, live, onError }: Needs) {
  const waiting: Waiting[] = []
  let waitingBytes = 0
  const unpublished = new Set<string>()
  let working: Promise<void> | null = null

  function takeOldest(): Delivery[] {
    const oldest = waiting.shift()
    waitingBytes -= oldest?.bytes ?? 0
    return oldest?.batch ?? []
  }

  function leaveOut(batch: Delivery[]): void {
    for (const { sender } of batch) unpublished.add(sender.ownerId)
  }

  async function publishAll(): Promise<void> {
    while (waiting.length > 0) {
      const batch = takeOldest()
      await publish(batch).catch((error: unknown) => {
        onError(error)
        leaveOut(batch)
      })
    }
    if (unpublished.size > 0) live.emit({ type: 'resync', data: {} }, { userIds: [...unpublished], admins: true })
    unpublished.clear()
    working = null
  }

  return {
    add(batch: Delivery[]): void {
      const bytes = batch.flatMap(({ items }) => items).reduce((sum, item) => sum + item.bytes, 0)
      waiting.push({ batch, bytes })
      waitingBytes += bytes
      while (waitingBytes > WAITING_MAX_BYTES && waiting.length > 1) leaveOut(takeOldest())
      working ??= publishAll()
    },

    /** Resolves when all batches are published. */
    close: async (): Promise<void> => void (await working),
  }
}
