import type { AlertChoices } from '@atalaya/contract/alert-channels'
import type { Severity } from '@atalaya/contract/severity'
import { Cron } from 'croner'

const SEVERITIES: Severity[] = ['info', 'warning', 'critical']
export const isAtLeast = (severity: Severity, min: Severity): boolean =>
  SEVERITIES.indexOf(severity) >= SEVERITIES.indexOf(min)

/** Next time that a zone's clocks show this time of day. A time that the clocks skip comes right after the gap. */
function nextAt(time: string, zone: string, after: number): number {
  const [hours, minutes] = time.split(':').map(Number)
  const next = new Cron(`${minutes} ${hours} * * *`, { timezone: zone, paused: true }).nextRun(new Date(after))
  return next?.getTime() ?? after
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
 * So hours over midnight, and nights with an hour more or less, need no special case.
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
