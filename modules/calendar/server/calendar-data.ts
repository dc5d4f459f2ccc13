/** How many calendars the form has. */
export const SLOTS = [1, 2, 3, 4] as const
export type Slot = (typeof SLOTS)[number]

type Parts = 'name' | 'address' | 'color' | 'user' | 'password'
export type CalendarConfig = { [Key in `${Parts}${Slot}`]?: string } & { days?: number; hideOnDisplays?: boolean }

/**
 * One event, or one of those that repeat. `instant` ones are in ms since 1970. `day` ones last whole days, and `local` ones
 * are at this time wherever one is: both in the ms that their date and time would be in UTC. `end` is no more part of it.
 */
export type CalendarEvent = {
  slot: Slot
  kind: 'instant' | 'local' | 'day'
  title: string
  place: string
  start: number
  end: number
}

/**
 * How it went with one calendar. `error` is why it could not be read this time; `isPartial` where some of its events repeat
 * more often than can be followed.
 */
export type CalendarState = { slot: Slot; error: string | null; isPartial: boolean }
export type CalendarData = { calendars: CalendarState[]; events: CalendarEvent[] }
