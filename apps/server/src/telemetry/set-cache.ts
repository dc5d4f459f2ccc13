/** Divisor: a tenth of the largest account's entries is evicted at once, so that searching for it is rare. */
const EVICTED_DIVISOR = 10

/**
 * Cache of at most `max` entries of all accounts. The account with the most entries makes room, so that it evicts only
 * its own.
 */
export function createSetCache<T>(max: number) {
  const accounts = new Map<string, Map<string, T>>()
  let size = 0

  function findLargest(): [string, Map<string, T>] | undefined {
    let largest: [string, Map<string, T>] | undefined
    for (const entry of accounts) if (!largest || entry[1].size > largest[1].size) largest = entry
    return largest
  }

  function makeRoom(): void {
    const [ownerId, entries] = findLargest() ?? ['', new Map<string, T>()]
    const sizeAfter = entries.size - Math.ceil(entries.size / EVICTED_DIVISOR)
    for (const key of entries.keys()) {
      if (entries.size <= sizeAfter) break
      entries.delete(key)
      size--
    }
    if (entries.size === 0) accounts.delete(ownerId)
  }

  return {
    get: (ownerId: string, key: string): T | undefined => accounts.get(ownerId)?.get(key),

    set(ownerId: string, key: string, value: T): void {
      if (accounts.get(ownerId)?.delete(key)) size--
      if (size >= max) makeRoom()
      const entries = accounts.get(ownerId) ?? new Map<string, T>()
      accounts.set(ownerId, entries.set(key, value))
      size++
    },
  }
}
