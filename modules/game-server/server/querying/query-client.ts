import { SourceError } from '@atalaya/module-sdk/server'
import { createLane } from './lane.ts'
import type { Reading } from './messages.ts'
import { GAMEDIG_THREAD, HUNG_AFTER_MS, type QueryTask, ThreadLost } from './thread.ts'

const CONCURRENCY = 64
/** Time without a query after which a thread ends; longer than the pause between two polls of a server. */
const IDLE_AFTER_MS = 30_000
const SUSPECTED_FOR_MS = 10 * 60_000
const SUSPECTS_MAX = 500

/**
 * Asks game servers apart from the rest of the process, most of them in one thread. If an answer ends that thread, all
 * its servers are asked once more, each alone in another. This shows the harmful one, and the others have their
 * answers.
 *
 * That server is asked alone for ten minutes, and so is every server of its user: other ports of one machine are soon
 * found.
 */
export function createQueryClient({ script = GAMEDIG_THREAD, idleMs = IDLE_AFTER_MS, hungMs = HUNG_AFTER_MS } = {}) {
  const sharedLane = createLane({ script, concurrency: CONCURRENCY, idleMs, hungMs })
  const separateLane = createLane({ script, concurrency: 1, idleMs, hungMs })
  /** End of the suspicion in ms, by server and by user; oldest first. */
  const suspects = new Map<string, number>()

  function suspect(name: string): void {
    const [oldest] = suspects.keys()
    if (suspects.size >= SUSPECTS_MAX && oldest !== undefined) suspects.delete(oldest)
    suspects.set(name, performance.now() + SUSPECTED_FOR_MS)
  }

  const isSuspect = (task: QueryTask): boolean =>
    namesOf(task).some((name) => (suspects.get(name) ?? 0) > performance.now())

  async function queryAlone(task: QueryTask): Promise<Reading> {
    try {
      return await separateLane.query(task)
    } catch (error) {
      if (!(error instanceof ThreadLost)) throw error
      for (const name of namesOf(task)) suspect(name)
      throw new SourceError('The game server’s answer is too much to read', { cause: error })
    }
  }

  return {
    /** @throws NoAnswer, SourceError */
    async query(task: QueryTask): Promise<Reading> {
      if (isSuspect(task)) return queryAlone(task)
      try {
        return await sharedLane.query(task)
      } catch (error) {
        if (!(error instanceof ThreadLost)) throw error
        return queryAlone(task)
      }
    },
    /** True while a thread runs. */
    isAtWork: (): boolean => sharedLane.isOpen() || separateLane.isOpen(),
  }
}

const namesOf = ({ ownerKey, query: { host, port } }: QueryTask) => [`user ${ownerKey}`, `${host} ${port}`]
