/** Stand-in for a read: waits for `count` callers, then answers all in the same turn of the event loop. */
export function simultaneousRead<T>(count: number, read: () => T): () => Promise<T> {
  let waiting: ((value: T) => void)[] = []
  return () =>
    new Promise((resolve) => {
      waiting.push(resolve)
      if (waiting.length < count) return
      for (const answer of waiting) answer(read())
      waiting = []
    })
}
