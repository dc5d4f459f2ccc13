import { setTimeout } from 'node:timers/promises'
import { z } from 'zod'
import type { Bus } from '#server/events/bus.ts'

const ASK = 'gateway.who'
const ANSWER = 'gateway.here'
/** Far longer than an instance that works takes to answer. */
const ANSWERS_MS = 500

const answer = z.object({ instance: z.string() })

export type InstancesBus = Pick<Bus, 'isShared' | 'publish' | 'subscribe'>

/** The processes that hold agents' connections, and hear of each other over the bus. */
export function createInstances(bus: InstancesBus, own: string) {
  const close = bus.subscribe(ASK, () => bus.publish(ANSWER, { instance: own }))

  return {
    /** Who else is there. */
    async others(): Promise<string[]> {
      if (!bus.isShared) return []
      const heard = new Set<string>()
      const stopHearing = bus.subscribe(ANSWER, (message) => heard.add(answer.parse(message).instance))
      await bus.publish(ASK, null)
      await setTimeout(ANSWERS_MS)
      stopHearing()
      heard.delete(own)
      return [...heard]
    },
    close,
  }
}
