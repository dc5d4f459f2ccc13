import { setImmediate } from 'node:timers/promises'

const one = () => 1

/**
 * Yields items in parts. A part ends with the item by which its sum of sizes, by `sizeOf`, reaches `size`. After each
 * part the event loop does other work.
 */
export async function* inParts<T>(
  items: Iterable<T>,
  size: number,
  sizeOf: (item: T) => number = one,
): AsyncGenerator<T[]> {
  let part: T[] = []
  let partSize = 0
  for (const item of items) {
    part.push(item)
    partSize += sizeOf(item)
    if (partSize < size) continue
    yield part
    part = []
    partSize = 0
    await setImmediate()
  }
  if (part.length > 0) yield part
}
