import type { AlertChoices } from '@atalaya/contract/alert-channels'
import type { Severity } from '@atalaya/contract/severity'
import { Cron } from 'croner'

const SEVERITIES: Severity[] = ['info', 'warning', 'critical']
export const isAtLeast = (severity: Severity, least: Severity): boolean =>
  SEVERITIES.indexOf(severity) >= SEVERITIES.indexOf(least)

/** The next time that the clocks of a zone show this time of day; a time that a night leaves out comes when the night goes on. */
function nextAt(time: string, zone: string, after: number): number {
  const [hours, minutes] = time.split(':').map(Number)
  const next = new Cron(`${minutes} ${hours} * * *`, { timezone: zone, paused: true }).nextRun(new Date(after))
  return next?.getTime() ?? after
}

/** So many messages somebody gets within an hour; what is more comes as a summary. */
export const HOURLY_MAX = 20
/** What is stored as the reason where a message waits for that and not because somebody chose so: it is told apart by it. */
export const TOO_MANY = 'too many'
/** A reason as its owner reads it. */
export const reasonInWords = (reason: string): string =>
  reason === TOO_MANY ? `More than ${HOURLY_MAX} messages within an hour` : reason

/** Until when a message waits, and why; undefined where it goes at once. */
export type Wait = { until: number; reason: string }

/**
 * When somebody wants to hear of something of this severity. In quiet hours the end comes next and not the beginning, so
 * that hours over midnight and nights with an hour more or less need no rule of their own.
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
