import { IndexError } from '@atalaya/contract/module-index'
import type { ReadIndex } from './read-index.ts'

/**
 * Largest step of a serial number. A larger one is a mistake or an attack: the publisher would soon run out of numbers.
 */
const SERIAL_STEP_MAX = 100_000
/** Tolerance for wrong clocks, at worst by a time zone. */
const AHEAD_MAX_MS = 24 * 60 * 60_000

/** An index that is signed with a different key. */
export class OtherKey extends IndexError {
  readonly key: string
  constructor(key: string) {
    super('The index is signed with another key than the one that was confirmed')
    this.key = key
  }
}

type KnownIndex = { key: string; serial: number; digest: string }

/**
 * Compares a fetched index with the known one: `same` bytes, or a `newer` one.
 * @throws IndexError if it may not replace the known one, OtherKey if the key differs
 */
export function judgeIndex(known: KnownIndex, found: ReadIndex, now: number): 'same' | 'newer' {
  if (found.key !== known.key) throw new OtherKey(found.key)
  if (found.digest === known.digest) return 'same'
  const [seen, next] = [known.serial, found.serial]
  if (next < seen) throw new IndexError(`It is an older copy: serial number ${next}, after ${seen} was seen`)
  if (next === seen) throw new IndexError(`There are two different indexes with the serial number ${seen}`)
  if (next > seen + SERIAL_STEP_MAX)
    throw new IndexError(`Its serial number, ${next}, is too far from the last one, ${seen}`)
  refuseFuture(found, now)
  return 'newer'
}

/** Refuses an index with a date further ahead than clocks can differ. @throws IndexError */
export function refuseFuture({ madeAt }: ReadIndex, now: number): void {
  if (madeAt > now + AHEAD_MAX_MS) throw new IndexError('It is dated in the future: check the clocks')
}
