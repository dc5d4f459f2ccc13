import type { AlertChoices } from '@atalaya/contract/alert-channels'
import type { Severity } from '@atalaya/contract/severity'
import { acknowledgedText } from '#server/alerts/texts.ts'
import type { NoticeKind } from './texts.ts'
import { HOURLY_MAX, isAtLeast, TOO_MANY, waitOf } from './when.ts'

/** The part of a channel that decides about messages. */
type ChannelChoice = { id: string; isOn: boolean; minSeverity: Severity; tellsEnd: boolean }
/** State of an incident's opening message on a channel: never sent (`no`), not sent yet (`waits`), or sent (`yes`). */
export type OpeningState = 'no' | 'waits' | 'yes'

export type Question = {
  what: NoticeKind
  severity: Severity
  /** True if the incident is over. */
  isOver: boolean
  /** Person who acknowledged it. */
  acknowledgedBy: string | null
  /** Reason for silence: `Silenced by ann until …`. */
  silenced: string | undefined
  channel: ChannelChoice
  opening: OpeningState
  choices: AlertChoices
  /** Messages of this person within the last hour, and waiting ones. */
  counts: { recent: number; waiting: number }
  now: number
}

export type Decision =
  | { state: 'waiting'; reason: '' }
  | { state: 'held'; reason: string; until: number }
  | { state: 'left out'; reason: string }

const MINUTE_MS = 60_000
/**
 * Interval of summaries for messages beyond the hourly maximum. All of a severity are sent at the same time. Critical
 * ones don't wait for the end of the hour.
 */
const SUMMED_UP_EVERY_MS: Record<Severity, number> = {
  info: 60 * MINUTE_MS,
  warning: 60 * MINUTE_MS,
  critical: 5 * MINUTE_MS,
}
/** Maximum of waiting messages for one person. */
const WAITING_MAX = 200

const leftOut = (reason: string): Decision => ({ state: 'left out', reason })

/** Decides if and when a channel gets a message. The reason is for its owner, in words (when.ts). */
export function decide(question: Question): Decision {
  const reason = reasonAgainst(question)
  if (reason) return leftOut(reason)
  const { choices, severity, counts, now } = question
  const wait = waitOf(choices, severity, now)
  if (counts.waiting >= WAITING_MAX && severity !== 'critical')
    return leftOut(`More than ${WAITING_MAX} messages wait for you`)
  if (wait) return { state: 'held', ...wait }
  if (counts.recent < HOURLY_MAX) return { state: 'waiting', reason: '' }
  const every = SUMMED_UP_EVERY_MS[severity]
  const until = (Math.floor(now / every) + 1) * every
  return { state: 'held', until, reason: TOO_MANY }
}

function reasonAgainst({
  what,
  severity,
  isOver,
  acknowledgedBy,
  silenced,
  channel,
  opening,
}: Question): string | undefined {
  if (!channel.isOn) return 'This channel is switched off'
  if (!isAtLeast(severity, channel.minSeverity)) return `This channel gets nothing below ${channel.minSeverity}`
  if (what === 'ended') {
    if (!channel.tellsEnd) return 'This channel gets no message when it is over'
    if (opening === 'waits') return 'It was over before you were told'
    return opening === 'no' ? 'You were not told that it began' : undefined
  }
  if (isOver) return 'It was over before you were told'
  if (silenced) return silenced
  return acknowledgedBy === null ? undefined : acknowledgedText(acknowledgedBy)
}
