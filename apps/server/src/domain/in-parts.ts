import { setImmediate } from 'node:timers/promises'

const one = () => 1

/**
 * Yields items in parts of `size`; after each part the event loop serves others. Sums the sizes of items, given by
 * `sizeOf`; a part ends with the item that reaches `size`.
 */
export async function* inParts<T>(
  items: Iterable<T>,
  size: number,
  sizeOf: (item: T) => number = one,
): AsyncGenerator<T[]> {
  let part: T[] = []
  let taken = 0
  for (const item of items) {
    part.push(item)
    taken += sizeOf(item)
    if (taken < size) continue
    yield part
    part = []
    taken = 0
    await setImmediate()
  }
  if (part.length > 0) yield part
}
