import { weekdayDateText } from '@atalaya/format/date'
import { timeText } from '@atalaya/format/time'
import { hourIn, isZone, knownLocale, localZone } from '@atalaya/format/zone'

/** The zone, or the browser's zone if the browser does not know the given one. */
export const knownZone = (zone: string): string => (isZone(zone) ? zone : localZone())

/** Formats of a display's clocks. */
export function createTimes(language: string | null, zone: string) {
  const formats = { locale: knownLocale(language), zone: knownZone(zone) }
  return {
    formats,
    time: (at: number) => timeText(at, formats),
    date: (at: number) => weekdayDateText(at, formats),
    hour: (at: number) => hourIn(at, formats.zone),
  }
}
export type Times = ReturnType<typeof createTimes>
