import type { AlertChoices } from '@atalaya/contract/alert-channels'
import type { Severity } from '@atalaya/contract/severity'
import { Cron } from 'croner'

const SEVERITIES: Severity[] = ['info', 'warning', 'critical']
export const isAtLeast = (severity: Severity, min: Severity): boolean =>
  SEVERITIES.indexOf(severity) >= SEVERITIES.indexOf(min)

/** Maximum of cached results of `nextAt`: three each for 2,000 people. The oldest are evicted. */
const NEXT_TIMES_MAX = 6000
const nextTimes = new Map<string, { after: number; next: number }>()

/**
 * Next time that a zone's clocks show this time of day. A time that the clocks skip comes right after the gap. Cached
 * until then: finding it takes 0.2 ms, and one notice may need it for thousands of channels.
 */
function nextAt(time: string, zone: string, after: number): number {
  const key = `${time} ${zone}`
  const known = nextTimes.get(key)
  if (known && known.after <= after && after < known.next) return known.next
  const [hours, minutes] = time.split(':').map(Number)
  const cron = new Cron(`${minutes} ${hours} * * *`, { timezone: zone, paused: true })
  const next = cron.nextRun(new Date(after))?.getTime() ?? after
  nextTimes.delete(key)
  const [oldest] = nextTimes.keys()
  if (nextTimes.size >= NEXT_TIMES_MAX && oldest !== undefined) nextTimes.delete(oldest)
  nextTimes.set(key, { after, next })
  return next
}

/** Maximum of messages for one person within an hour; further ones are summed up. */
export const HOURLY_MAX = 20
/** Stored reason of a message that waits because of `HOURLY_MAX`, and not by choice. */
export const TOO_MANY = 'too many'
/** Stored reason of a message that was sent in a summary. */
export const SUMMED_UP = 'It came in a summary'
/** A reason as its owner reads it. */
export const reasonInWords = (reason: string): string =>
  reason === TOO_MANY ? `More than ${HOURLY_MAX} messages within an hour` : reason

/** End and reason of a message's wait; undefined if it goes at once. */
export type Wait = { until: number; reason: string }

/**
 * Wait of a message of this severity. Quiet hours apply if their next end is nearer than their next beginning.
 * So hours over midnight, and nights when daylight saving time changes, need no special case.
 */
export function waitOf({ quiet, digest }: AlertChoices, severity: Severity, now: number): Wait | undefined {
  if (digest && !(severity === 'critical') && isAtLeast(digest.upTo, severity)) {
    return { until: nextAt(digest.at, digest.zone, now), reason: `In the digest of ${digest.at}` }
  }
  if (quiet && (severity !== 'critical' || quiet.criticalToo)) {
    const [begins, ends] = [nextAt(quiet.from, quiet.zone, now), nextAt(quiet.to, quiet.zone, now)]
    if (ends < begins) return { until: ends, reason: `Quiet hours until ${quiet.to}` }
  }
  return undefined
}
