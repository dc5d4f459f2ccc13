import { createFairQueue } from '@atalaya/module-sdk/fair-queue'
import { SourceError } from '@atalaya/module-sdk/server'
import type { Reading } from './messages.ts'
import { type QueryTask, startThread, type Thread } from './thread.ts'

const WAITING_MAX = 200

const refusal = () => new SourceError('Too many game servers are asked at a time')

type Needs = { script: URL; concurrency: number; idleMs: number; hungMs: number }

/**
 * One thread, started for the first query and ended after a while without any. It runs `concurrency` queries;
 * users take turns.
 */
export function createLane({ script, concurrency, idleMs, hungMs }: Needs) {
  let thread: Thread | null = null
  let openTasks = 0
  let idle: NodeJS.Timeout | null = null
  const inTurn = createFairQueue({ parallel: concurrency, waitingMax: WAITING_MAX, refusal })

  function open(): Thread {
    if (thread) return thread
    const onLost = () => {
      if (thread === started) thread = null
    }
    const started = startThread(script, onLost, hungMs)
    thread = started
    return started
  }

  function endWhenIdle(): void {
    if (--openTasks > 0) return
    idle = setTimeout(() => thread?.end(), idleMs)
    idle.unref()
  }

  return {
    /** @throws ThreadLost, NoAnswer, SourceError */
    async query(task: QueryTask): Promise<Reading> {
      if (idle) clearTimeout(idle)
      openTasks += 1
      const { ownerKey, query } = task
      return inTurn({ group: ownerKey, member: query.host }, async () => open().query(task)).finally(endWhenIdle)
    },
    isOpen: (): boolean => thread !== null,
  }
}
