import { agent } from '@atalaya/contract/agents'
import { writerOf } from '#server/http/schemas.ts'
import { toAgent } from './agent-row.ts'

/** Maximum of cached pieces, of about 1 KB each; the oldest are dropped first. */
const CACHED_MAX = 2000

/** Serialises agents as JSON, each again only if its stored row or that of its owner has changed. */
export function createAgentPieces(now: () => number) {
  /** JSON by stored row. If `lastSeen` is after now, the clock was set back: the row is then serialised again. */
  const kept = new Map<string, { piece: string; lastSeen: number }>()

  return (stored: string): string => {
    const known = kept.get(stored)
    if (known && known.lastSeen <= now()) return known.piece
    const shown = toAgent(stored, now())
    const piece = writerOf(agent)(shown)
    const [oldest] = kept.keys()
    if (kept.size >= CACHED_MAX && oldest !== undefined) kept.delete(oldest)
    kept.set(stored, { piece, lastSeen: Date.parse(shown.lastSeen ?? shown.createdAt) })
    return piece
  }
}
