import { z } from 'zod'

/** Trimming and NFKC can shorten a text, so the raw one may be this many times longer. */
const RAW_FACTOR = 4

/**
 * Foreign text: a far too long one is refused by its length, before any work. Work on a text grows with its length, and
 * NFKC with the square of it.
 * @param max maximum length in UTF-16 units after trimming; the schema built on this one repeats it
 */
export const boundedText = (max: number, tooLong?: string, missing?: string) =>
  z.string(missing).max(max * RAW_FACTOR, { abort: true, ...(tooLong && { error: tooLong }) })
