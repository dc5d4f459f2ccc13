import ICAL from 'ical.js'

const [BEGIN, END] = ['BEGIN:VEVENT', 'END:VEVENT']

export type Parsed = { calendars: ICAL.Component[]; isPartial: boolean }

/** Parses an ICS file, without the events that can't be parsed. @throws Error if none can be */
export function parseIcs(text: string): Parsed {
  try {
    return { calendars: calendarsIn(text), isPartial: false }
  } catch (error) {
    const keptText = withoutBadEvents(text)
    if (keptText === null) throw error
    return { calendars: calendarsIn(keptText), isPartial: true }
  }
}

/** Several calendars can stand in one file. */
function calendarsIn(text: string): ICAL.Component[] {
  const parsed: unknown[] = ICAL.parse(text)
  const all = typeof parsed[0] === 'string' ? [parsed] : (parsed as unknown[][])
  return all.map((jCal) => new ICAL.Component(jCal))
}

/** The file with those of its events that can be parsed by themselves; null if there is none. */
function withoutBadEvents(text: string): string | null {
  let [keptText, at, events] = ['', 0, 0]
  while (true) {
    const begin = text.indexOf(BEGIN, at)
    const end = begin < 0 ? -1 : text.indexOf(END, begin)
    if (end < 0) break
    const event = text.slice(begin, end + END.length)
    keptText += text.slice(at, begin)
    if (isReadable(event)) {
      keptText += event
      events++
    }
    at = end + END.length
  }
  return events === 0 ? null : keptText + text.slice(at)
}

function isReadable(event: string): boolean {
  try {
    ICAL.parse(`BEGIN:VCALENDAR\r\n${event}\r\nEND:VCALENDAR`)
    return true
  } catch {
    return false
  }
}
