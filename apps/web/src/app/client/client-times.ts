/** The display's own hours, not those of the home page. */
export function clientGreeting(hour: number): string {
  if (hour > 6 && hour < 12) return 'Good morning'
  if (hour >= 12 && hour < 20) return 'Good afternoon'
  return 'Good night'
}

const timeFormat = new Intl.DateTimeFormat('es-ES', { hour: '2-digit', minute: '2-digit' })
const secondsFormat = new Intl.DateTimeFormat('es-ES', { hour: '2-digit', minute: '2-digit', second: '2-digit' })
const dateFormat = new Intl.DateTimeFormat('es-ES', { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })

/** '08:05' */
export const clockTime = (now: Date) => timeFormat.format(now)
/** '08:05:09' */
export const clockSeconds = (now: Date) => secondsFormat.format(now)
const dayFormat = new Intl.DateTimeFormat('es-ES', { day: 'numeric', month: 'short' })
/** '14:05', and '20 nov, 14:05' where that was not today. */
export function asOfText(asOf: Date, now: Date): string {
  const isToday = asOf.toDateString() === now.toDateString()
  return isToday ? clockTime(asOf) : `${dayFormat.format(asOf)}, ${clockTime(asOf)}`
}
/** 'sábado, 21 de noviembre de 2026' */
export const clockDate = (now: Date) => dateFormat.format(now)

/** The first letters of name and surname. */
export function initials({ name, surname }: { name: string; surname: string }): string {
  return [name, surname]
    .map((word) => [...word.trim()][0] ?? '')
    .join('')
    .toUpperCase()
}
