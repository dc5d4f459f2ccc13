import { z } from 'zod'

/** Spaces around a text, and letters that NFKC puts together, are no part of its length: so much longer may it come. */
const RAW = 4

/**
 * A text of others: one that comes far too long is refused by its length alone, before anything is done to it. What is
 * done to a text costs as much as it is long, and putting its marks in order (NFKC) the square of that.
 * @param max the longest that the text may be in the end, in UTF-16 units; the schema that goes on from here says it too
 */
export const boundedText = (max: number, tooLong?: string, missing?: string) =>
  z.string(missing).max(max * RAW, { abort: true, ...(tooLong && { error: tooLong }) })
