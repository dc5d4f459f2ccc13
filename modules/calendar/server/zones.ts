import { instantOf } from '@atalaya/format/instant'
import { isZone } from '@atalaya/format/zone'
import ICAL from 'ical.js'

const NAMES_MAX = 100
const SECOND_MS = 1000
const DAY_MS = 86_400_000
const DAYS_MAX = 50_000

/** Zone by the rules of this system, for files that name one without a definition. */
class SystemZone extends ICAL.Timezone {
  readonly #name: string
  /** Cached offsets in seconds, by day; null for a day on which the clocks change. */
  readonly #offsetsByDay = new Map<number, number | null>()

  constructor(tzid: string, name: string) {
    super({ tzid })
    this.#name = name
  }

  override utcOffset({ year, month, day, hour, minute, second }: ICAL.Time): number {
    const wall = Date.UTC(year, month - 1, day, hour, minute, second)
    return this.#offsetOfDay(Math.floor(wall / DAY_MS)) ?? this.#offsetAt(wall)
  }

  #offsetOfDay(day: number): number | null {
    const known = this.#offsetsByDay.get(day)
    if (known !== undefined) return known
    const [first, last] = [this.#offsetAt(day * DAY_MS), this.#offsetAt((day + 1) * DAY_MS)]
    const offset = first === last ? first : null
    if (this.#offsetsByDay.size < DAYS_MAX) this.#offsetsByDay.set(day, offset)
    return offset
  }

  #offsetAt(wall: number): number {
    return (wall - instantOf(wall, this.#name)) / SECOND_MS
  }
}

/** Registers the zones that a file names. Its own definitions go first (RFC 5545 3.6.5). */
export function registerZones(text: string): void {
  const named = new Set([...text.matchAll(/;TZID="?([^":;\r\n]{1,80})/g)].map(([, tzid = '']) => tzid))
  for (const tzid of [...named].slice(0, NAMES_MAX)) {
    const zone = systemZone(tzid)
    if (zone) ICAL.TimezoneService.register(zone, tzid)
  }
}

/** Some programs put words of their own before the name: `/example.org/2026/Europe/Madrid`. */
export function systemZone(tzid: string): ICAL.Timezone | null {
  const parts = tzid.split('/')
  const name = [tzid, parts.slice(-2).join('/'), parts.slice(-3).join('/')].find(isZone)
  return name === undefined ? null : new SystemZone(tzid, name)
}
