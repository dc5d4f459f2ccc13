/** Does works of one key one after the other, in the order in which they came; those of different keys at once. */
export function createInOrder() {
  const last = new Map<string, Promise<unknown>>()

  return <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const done = (last.get(key) ?? Promise.resolve()).then(work)
    // What one fails of is no matter of the next one's.
    const settled = done.then(
      () => {},
      () => {},
    )
    const over: Promise<void> = settled.then(() => {
      if (last.get(key) === over) last.delete(key)
    })
    last.set(key, over)
    return done
  }
}
