import { parseJson } from '@atalaya/contract/bounded-json'

const KEY = 'recent-commands'
const KEPT_MAX = 6

/** Stored for this tab and account only: names of agents and people stay with those who may read them. */
const keyOf = (userId: string) => `${KEY}:${userId}`

/** Ids of recent commands, newest first. */
export function readRecent(userId: string): string[] {
  try {
    const ids = parseJson(sessionStorage.getItem(keyOf(userId)) ?? '[]')
    return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : []
  } catch {
    return []
  }
}

export function addRecent(userId: string, id: string) {
  const ids = [id, ...readRecent(userId).filter((other) => other !== id)].slice(0, KEPT_MAX)
  sessionStorage.setItem(keyOf(userId), JSON.stringify(ids))
}

/** Separates recent items, newest first, from the others, which keep their order. */
export function splitRecent<T extends { id: string }>(items: T[], recent: string[]): { recent: T[]; others: T[] } {
  const found = recent.flatMap((id) => items.find((item) => item.id === id) ?? [])
  return { recent: found, others: items.filter((item) => !found.includes(item)) }
}
