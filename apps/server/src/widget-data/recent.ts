/** LRU cache of values by key, up to `maxBytes` in all. */
export function createRecent<Value>(maxBytes: number, bytesOf: (value: Value) => number) {
  const kept = new Map<string, Value>()
  let total = 0

  function drop(key: string): void {
    const value = kept.get(key)
    if (value === undefined) return
    kept.delete(key)
    total -= bytesOf(value)
  }

  function set(key: string, value: Value): void {
    drop(key)
    kept.set(key, value)
    total += bytesOf(value)
    for (const oldest of kept.keys()) {
      if (total <= maxBytes) return
      drop(oldest)
    }
  }

  return {
    set,

    get(key: string): Value | undefined {
      const value = kept.get(key)
      if (value !== undefined) set(key, value)
      return value
    },

    bytes: (): number => total,
  }
}
