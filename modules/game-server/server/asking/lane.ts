import { SourceError } from '@atalaya/module-sdk/server'
import type { Reading } from './messages.ts'
import { type Question, startThread, type Thread } from './thread.ts'

const WAITING_MAX = 200

type Needs = { script: URL; atOnce: number; idleMs: number }

/** One thread, started for the first question and ended when there was none for a while; so many questions at once. */
export function createLane({ script, atOnce, idleMs }: Needs) {
  let thread: Thread | null = null
  let running = 0
  const waiting: (() => void)[] = []
  let idle: NodeJS.Timeout | null = null

  function open(): Thread {
    if (thread) return thread
    const own = startThread(script, () => {
      if (thread === own) thread = null
    })
    thread = own
    return own
  }

  /** @throws SourceError where too many wait */
  async function enter(): Promise<void> {
    if (idle) clearTimeout(idle)
    if (running >= atOnce) {
      if (waiting.length >= WAITING_MAX) throw new SourceError('Too many game servers are asked at a time')
      const turn = Promise.withResolvers<void>()
      waiting.push(turn.resolve)
      await turn.promise
    }
    running += 1
  }

  function leave(): void {
    running -= 1
    waiting.shift()?.()
    if (running > 0 || waiting.length > 0) return
    idle = setTimeout(() => thread?.end(), idleMs)
    idle.unref()
  }

  return {
    /** @throws ThreadLost, NoAnswer, SourceError */
    async ask(question: Question): Promise<Reading> {
      await enter()
      try {
        return await open().ask(question)
      } finally {
        leave()
      }
    },
    isOpen: (): boolean => thread !== null,
  }
}
