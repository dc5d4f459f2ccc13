const isKnown = (zone: string): boolean => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).format(0) !== ''
  } catch {
    return false
  }
}

/** A zone that this browser knows: an old one may not have heard of a display's. */
export const knownZone = (zone: string): string =>
  isKnown(zone) ? zone : Intl.DateTimeFormat().resolvedOptions().timeZone

function knownLanguage(language: string | null): string | undefined {
  try {
    return language === null ? undefined : Intl.DateTimeFormat.supportedLocalesOf(language)[0]
  } catch {
    return undefined
  }
}

/** How a display writes what its clocks show. */
export function createTimes(language: string | null, zone: string) {
  const locale = knownLanguage(language)
  const timeZone = knownZone(zone)
  const time = new Intl.DateTimeFormat(locale, { timeZone, hour: '2-digit', minute: '2-digit' })
  const date = new Intl.DateTimeFormat(locale, { timeZone, weekday: 'long', day: 'numeric', month: 'long' })
  const hour = new Intl.DateTimeFormat('en', { timeZone, hour: 'numeric', hourCycle: 'h23' })
  return {
    time: (at: number) => time.format(at),
    date: (at: number) => date.format(at),
    hour: (at: number) => Number(hour.format(at)),
  }
}
export type Times = ReturnType<typeof createTimes>
