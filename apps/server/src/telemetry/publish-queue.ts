import type { Delivery } from './items.ts'

/** Maximum bytes of waiting batches: of four that are as large as a commit stores. */
const WAITING_MAX_BYTES = 16 * 1024 * 1024

type Waiting = { batch: Delivery[]; bytes: number }
type Needs = { publish(batch: Delivery[]): Promise<void>; onError(error: unknown): void }

/**
 * Publishes stored batches one after the other, in their order. Storing and receipts do not wait for it. If too much
 * waits, leaves out the oldest batches: screens read them from the database.
 */
export function createPublishQueue({ publish, onError }: Needs) {
  const waiting: Waiting[] = []
  let waitingBytes = 0
  let working: Promise<void> | null = null

  function takeOldest(): Delivery[] {
    const oldest = waiting.shift()
    waitingBytes -= oldest?.bytes ?? 0
    return oldest?.batch ?? []
  }

  async function publishAll(): Promise<void> {
    while (waiting.length > 0) await publish(takeOldest()).catch(onError)
    working = null
  }

  return {
    add(batch: Delivery[]): void {
      const bytes = batch.flatMap(({ items }) => items).reduce((sum, item) => sum + item.bytes, 0)
      waiting.push({ batch, bytes })
      waitingBytes += bytes
      while (waitingBytes > WAITING_MAX_BYTES && waiting.length > 1) takeOldest()
      working ??= publishAll()
    },

    /** Resolves when all batches are published. */
    close: async (): Promise<void> => void (await working),
  }
}
