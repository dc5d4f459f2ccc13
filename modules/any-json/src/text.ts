import { bytesPerSecondText, bytesText } from '@atalaya/format/bytes'
import type { Formats } from '@atalaya/format/formats'
import { fixedText, numberText } from '@atalaya/format/number'
import { shortText } from '@atalaya/format/short'
import type { Fault, Scalar } from '../pick.ts'
import type { Value } from '../recipes.ts'

/** RFC 3339, with or without seconds. */
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)$/
const DEFAULT_DECIMALS = 2

const faults: Record<Fault, string> = {
  absent: 'not in the answer',
  nested: 'several values',
  path: 'not a path',
}

/** Reason for a missing value, for people. */
export const faultText = (fault: Fault): string => faults[fault]

/** Writes a value without its unit; the text of bytes includes theirs. */
export function valueText(
  value: Scalar,
  { unit, decimals }: Pick<Value, 'unit' | 'decimals'>,
  formats: Formats,
  now: number,
): string {
  if (value === null) return '–'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'string') return INSTANT.test(value) ? shortText(value, new Date(now), formats) : value
  if (unit === 'B') return bytesText(value, formats)
  if (unit === 'B/s') return bytesPerSecondText(value, formats)
  return decimals === undefined ? numberText(value, DEFAULT_DECIMALS, formats) : fixedText(value, decimals, formats)
}

/** The unit behind a value's text; empty for bytes, whose text has its unit. */
export const unitText = (value: Scalar, { unit }: Pick<Value, 'unit'>): string =>
  value === null || (typeof value === 'number' && (unit === 'B' || unit === 'B/s')) ? '' : unit
