/** LRU cache of values by key, up to `maxBytes` in all. */
export function createLruCache<Value>(maxBytes: number, bytesOf: (value: Value) => number) {
  const entries = new Map<string, Value>()
  let total = 0

  function drop(key: string): void {
    const value = entries.get(key)
    if (value === undefined) return
    entries.delete(key)
    total -= bytesOf(value)
  }

  function set(key: string, value: Value): void {
    drop(key)
    entries.set(key, value)
    total += bytesOf(value)
    for (const oldest of entries.keys()) {
      if (total <= maxBytes) return
      drop(oldest)
    }
  }

  return {
    set,

    get(key: string): Value | undefined {
      const value = entries.get(key)
      if (value !== undefined) set(key, value)
      return value
    },

    bytes: (): number => total,
  }
}
