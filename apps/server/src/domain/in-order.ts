/** Runs work of one key in order, one at a time; work of different keys runs concurrently. */
export function createInOrder() {
  const last = new Map<string, Promise<unknown>>()

  return <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const done = (last.get(key) ?? Promise.resolve()).then(work)
    // A failure does not affect the next one.
    const settled = done.then(
      () => {},
      () => {},
    )
    const cleanUp: Promise<void> = settled.then(() => {
      if (last.get(key) === cleanUp) last.delete(key)
    })
    last.set(key, cleanUp)
    return done
  }
}
