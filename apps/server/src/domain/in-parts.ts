import { setImmediate } from 'node:timers/promises'

/** Yields items in parts of `size`; after each part the event loop serves others. */
export async function* inParts<T>(items: Iterable<T>, size: number): AsyncGenerator<T[]> {
  let part: T[] = []
  for (const item of items) {
    part.push(item)
    if (part.length < size) continue
    yield part
    part = []
    await setImmediate()
  }
  if (part.length > 0) yield part
}
