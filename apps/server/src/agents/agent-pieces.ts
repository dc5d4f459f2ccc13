import { agent } from '@atalaya/contract/agents'
import { writerOf } from '#server/http/schemas.ts'
import { toAgent } from './agent-row.ts'

/** Maximum of cached pieces, of about 1 KB each; the oldest are dropped first. */
const CACHED_MAX = 2000

/** Serialises agents as JSON. Each one is cached until its stored row, or the row of its owner, changes. */
export function createAgentPieces(now: () => number) {
  /** JSON by stored row. If `lastSeen` is after now, the clock was set back: the row is then serialised again. */
  const cache = new Map<string, { piece: string; lastSeen: number }>()

  return (stored: string): string => {
    const entry = cache.get(stored)
    if (entry && entry.lastSeen <= now()) return entry.piece
    const parsed = toAgent(stored, now())
    const piece = writerOf(agent)(parsed)
    const [oldest] = cache.keys()
    if (cache.size >= CACHED_MAX && oldest !== undefined) cache.delete(oldest)
    cache.set(stored, { piece, lastSeen: Date.parse(parsed.lastSeen ?? parsed.createdAt) })
    return piece
  }
}
