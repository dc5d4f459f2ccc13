import type { Page } from '@atalaya/contract/dashboard'
import type { DisplayEntry, EntryHours } from '@atalaya/contract/display-entries'
import { type Showing, showingAt } from '@atalaya/contract/display-playlist'
import type { Display } from '@atalaya/contract/displays'
import { wholeDurationText } from '@atalaya/format/duration'
import { dayName, listText } from '@atalaya/format/words'
import { plural } from '#web/lib/plural.ts'

type NamedPage = Pick<Page, '_id' | 'name'>

/** Texts of common sets of weekdays; 1 is Monday. */
const COMMON_DAYS: Record<string, string> = {
  '1,2,3,4,5,6,7': 'every day',
  '1,2,3,4,5': 'Monday to Friday',
  '6,7': 'at the weekend',
}

export const daysText = (days: readonly number[]): string =>
  COMMON_DAYS[days.join()] ?? `on ${listText(days.map(dayName))}`

/** Hours as text; a range over midnight belongs to the day on which it began. */
export function hoursText({ from, to, days }: EntryHours): string {
  const endText = from < to ? to : `${to} the next day`
  return `From ${from} to ${endText}, ${daysText(days)}`
}

const ALWAYS = 'Always, unless another has its hours'
export const whenText = ({ hours }: DisplayEntry): string => (hours ? hoursText(hours) : ALWAYS)

/** Name of an entry's page; a page can be deleted while its entry remains. */
export function shownName(pages: readonly NamedPage[], pageId: string | null): string {
  return pageId === null ? 'Off' : (pages.find(({ _id }) => _id === pageId)?.name ?? 'deleted page')
}

/** Evaluates a display's playlist at an instant; null if this browser does not know the time zone. */
export function showingOf(display: Display, pages: readonly NamedPage[], at: number): Showing | null {
  const { entries, zone, event } = display
  const pageIds = new Set(pages.map(({ _id }) => _id))
  const pageEvent = event && { pageId: event.pageId, until: Date.parse(event.until) }
  try {
    // No alert page: only the display itself gets alerts, not its owner's browser.
    return showingAt({ entries, pageIds, zone, event: pageEvent, alertPageId: null }, at)
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

const BECAUSE: Record<Showing['because'], string> = {
  alert: ', because something is wrong',
  event: ', because somebody asked for it',
  hours: ', by its hours',
  default: '',
}

/** Text about the current entry and the reason for it. */
export function showingText({ because, turns }: Showing, pages: readonly NamedPage[]): string {
  const [first] = turns
  if (!first) return 'Nothing now: no entry is for this time. The screen shows a clock.'
  const names = listText([...new Set(turns.map(({ pageId }) => shownName(pages, pageId)))])
  if (turns.length === 1) return `${names} now${BECAUSE[because]}.`
  const roundSeconds = turns.reduce((sum, { seconds }) => sum + seconds, 0)
  return `${names} now in turns${BECAUSE[because]}; a round takes ${wholeDurationText(roundSeconds)}.`
}

/** Text about the result of an order. */
export function orderResultText({ told, online }: { told: number; online: number }): string {
  if (told === 0) return 'Sent to no display: none of yours has this tag any more.'
  if (told === 1) return online === 1 ? 'Sent: the display is online.' : 'Sent, but the display is offline.'
  if (online === 0) return `Sent to ${told} displays: none is online.`
  if (online === told) return `Sent to ${told} displays: all are online.`
  return `Sent to ${told} displays: ${plural(online, { one: '# is online', other: '# are online' })}.`
}
