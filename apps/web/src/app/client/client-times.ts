import { longWeekdayDateText, secondsText } from '@atalaya/format/date'
import type { Formats } from '@atalaya/format/formats'
import { timeText } from '@atalaya/format/time'

/** Greeting with the display's own hours, which differ from those of Home. */
export function clientGreeting(hour: number): string {
  if (hour > 6 && hour < 12) return 'Good morning'
  if (hour >= 12 && hour < 20) return 'Good afternoon'
  return 'Good night'
}

/** Times as in Spain unless the person chose otherwise. The date is always Spanish. */
const spanish = (formats: Formats): Formats => ({ ...formats, locale: 'es-ES' })

/** '08:05' */
export const clockTime = (now: Date, formats: Formats) => timeText(now, spanish(formats))
/** '08:05:09' */
export const clockSeconds = (now: Date, formats: Formats) => secondsText(now, spanish(formats))
/** 'sábado, 21 de noviembre de 2026' */
export const clockDate = (now: Date, formats: Formats) => longWeekdayDateText(now, spanish(formats))

/** First letters of name and surname. */
export function initials({ name, surname }: { name: string; surname: string }): string {
  return [name, surname]
    .map((word) => [...word.trim()][0] ?? '')
    .join('')
    .toUpperCase()
}
