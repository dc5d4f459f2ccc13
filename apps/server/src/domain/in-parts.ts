import { setImmediate } from 'node:timers/promises'

/** Goes through many, `size` at a time: others have their turn of the event loop after each part. */
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
