import type { Config } from '@atalaya/module-sdk'
import type { CalendarState } from '../server/calendar-data.ts'

/** Note about calendars with faults, with the reasons for the tooltip; null if all is there. */
export function noteOf(calendars: readonly CalendarState[], config: Config): { text: string; why: string } | null {
  const nameOf = (slot: number) => String(config[`name${slot}`] || `Calendar ${slot}`)
  const failed = calendars.filter(({ error }) => error !== null)
  if (failed.length > 0) {
    const why = failed.map(({ slot, error }) => `${nameOf(slot)}: ${error}`).join('\n')
    return { text: failed.length === 1 ? '1 calendar unread' : `${failed.length} calendars unread`, why }
  }
  const partial = calendars.filter(({ isPartial }) => isPartial)
  if (partial.length === 0) return null
  const why = partial.map(({ slot }) => `${nameOf(slot)}: an event can't be read, or repeats too often`).join('\n')
  return { text: 'Some events are missing', why }
}
