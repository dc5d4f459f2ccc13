import { parseJson } from '@atalaya/contract/bounded-json'

const KEY = 'recent-commands'
const KEPT = 6

/** Kept for this tab and this account only: names of agents and people stay with who may read them. */
const keyOf = (userId: string) => `${KEY}:${userId}`

/** What was run last, newest first. */
export function readRecent(userId: string): string[] {
  try {
    const ids = parseJson(sessionStorage.getItem(keyOf(userId)) ?? '[]')
    return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : []
  } catch {
    return []
  }
}

export function noteRecent(userId: string, id: string) {
  const ids = [id, ...readRecent(userId).filter((other) => other !== id)].slice(0, KEPT)
  sessionStorage.setItem(keyOf(userId), JSON.stringify(ids))
}

/** Puts what was run recently first, newest before older, and leaves the rest in its order. */
export function recentFirst<T extends { id: string }>(items: T[], recent: string[]): { recent: T[]; others: T[] } {
  const found = recent.flatMap((id) => items.find((item) => item.id === id) ?? [])
  return { recent: found, others: items.filter((item) => !found.includes(item)) }
}
