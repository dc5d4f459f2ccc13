/** Replaces a read: `count` callers wait for one another, and resolve in the same turn of the event loop. */
export function meetingRead<T>(count: number, read: () => T): () => Promise<T> {
  let waiting: ((found: T) => void)[] = []
  return () =>
    new Promise((resolve) => {
      waiting.push(resolve)
      if (waiting.length < count) return
      for (const answer of waiting) answer(read())
      waiting = []
    })
}
