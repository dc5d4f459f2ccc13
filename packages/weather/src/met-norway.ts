import { SourceError, type Tools } from '@atalaya/module-sdk/server'
import { z } from 'zod'
import { DAYS, type Day, type Forecast, type Sky } from './forecast.ts'
import type { Place } from './places.ts'

const HOUR_MS = 60 * 60_000
const MS_TO_KMH = 3.6
const NOON = 12
const NOT_MODIFIED = 304
const FIRST_BAD_STATUS = 400
/** Bound of an answer; the usual one has some 60 KB, ten days by the hour. */
const ANSWER_MAX_BYTES = 512 * 1024
const HOURS_MAX = 500
/** Maximum in m/s: far above any wind, and still a number in km/h. */
const WIND_MAX = 1000

const period = z.object({ summary: z.object({ symbol_code: z.string().max(100) }) }).optional()
const entry = z.object({
  time: z.iso.datetime(),
  data: z.object({
    instant: z.object({
      details: z.object({
        air_temperature: z.number(),
        relative_humidity: z.number().optional(),
        wind_speed: z.number().max(WIND_MAX).optional(),
      }),
    }),
    next_1_hours: period,
    next_6_hours: period,
    next_12_hours: period,
  }),
})
const answer = z.object({ properties: z.object({ timeseries: z.array(entry).min(1).max(HOURS_MAX) }) })
type Entry = z.infer<typeof entry>

/** Hours behind each forecast. After a 304 the weather of the present hour is read from them. */
const hoursOf = new WeakMap<Forecast, Entry[]>()
/** Time of the forecast, as a header has it (RFC 9110 5.6.7). It is sent back unchanged. */
const version = z.string().regex(/^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/)

/** Weather by MET Norway, whose terms require a user agent and conditional requests. @throws SourceError */
export async function askMetNorway(place: Place, { net, settings }: Tools, previous: Forecast | null, now: Date) {
  const url = new URL(`${settings.MET_NORWAY_URL}/weatherapi/locationforecast/2.0/compact`)
  url.searchParams.set('lat', String(place.latitude))
  url.searchParams.set('lon', String(place.longitude))
  const hours = previous && hoursOf.get(previous)
  const headers = {
    'user-agent': `Atalaya ${settings.PUBLIC_URL ?? '(self-hosted)'}`,
    ...(hours && previous.version && { 'if-modified-since': previous.version }),
  }
  const reply = await net.request(url.href, { headers, maxBytes: ANSWER_MAX_BYTES, service: 'MET Norway' })
  if (reply.status === NOT_MODIFIED && hours) return forecastOf(place, hours, previous.version, now)
  if (reply.status >= FIRST_BAD_STATUS) {
    throw new SourceError(`MET Norway has a problem (${reply.status})`, { retryAfterMs: reply.retryAfterMs })
  }
  const lastModified = version.safeParse(reply.headers['last-modified'])
  return forecastOf(place, answer.parse(reply.json()).properties.timeseries, lastModified.data, now)
}

function forecastOf(place: Place, hours: Entry[], lastModified: string | undefined, now: Date): Forecast {
  const forecast = { ...toForecast(place, hours, now), ...(lastModified !== undefined && { version: lastModified }) }
  hoursOf.set(forecast, hours)
  return forecast
}

function toForecast(place: Place, series: Entry[], now: Date): Forecast {
  // The answer has no time zone. Solar time, an hour per 15°, is close enough for the end of a day.
  const offsetMs = Math.round(place.longitude / 15) * HOUR_MS
  const local = (time: Date) => new Date(time.getTime() + offsetMs).toISOString()
  const current = series.findLast(({ time }) => Date.parse(time) <= now.getTime()) ?? (series[0] as Entry)
  const { details } = current.data.instant
  const symbol = symbolOf(current)
  const byDay = Map.groupBy(series, ({ time }) => local(new Date(time)).slice(0, 10))
  const today = local(now).slice(0, 10)
  const days = [...byDay].map(([date, entries]) => dayOf(date, entries, local))
  const restOfToday = days.find(({ date }) => date === today)
  const hour = Number(local(now).slice(11, 13))
  return {
    place: place.name,
    now: {
      sky: skyOf(symbol),
      // Some symbols, rain say, are the same by night.
      isDay: /_(day|night)/.test(symbol) ? symbol.includes('_day') : hour >= 7 && hour < 19,
      temperature: details.air_temperature,
      feelsLike: null,
      humidity: details.relative_humidity ?? null,
      wind: (details.wind_speed ?? 0) * MS_TO_KMH,
    },
    today: restOfToday ? { min: restOfToday.min, max: restOfToday.max } : null,
    days: days.filter(({ date }) => date > today).slice(0, DAYS),
    credit: { text: 'MET Norway', url: 'https://www.met.no/' },
  }
}

function dayOf(date: string, entries: Entry[], local: (time: Date) => string): Day {
  const temperatures = entries.map(({ data }) => data.instant.details.air_temperature)
  const distance = ({ time }: Entry) => Math.abs(Number(local(new Date(time)).slice(11, 13)) - NOON)
  const [noon] = entries.filter((entry) => symbolOf(entry) !== '').sort((a, b) => distance(a) - distance(b))
  const sky = skyOf(noon ? symbolOf(noon) : '')
  return { date, sky, min: Math.min(...temperatures), max: Math.max(...temperatures), rain: null }
}

const symbolOf = ({ data: { next_1_hours, next_6_hours, next_12_hours } }: Entry): string =>
  (next_1_hours ?? next_6_hours ?? next_12_hours)?.summary.symbol_code ?? ''

/** Words in MET Norway's symbols (`lightrainshowersandthunder_day`), the strongest first. */
const skies: [string, Sky][] = [
  ['thunder', 'thunder'],
  ['sleet', 'sleet'],
  ['snow', 'snow'],
  ['lightrain', 'drizzle'],
  ['rain', 'rain'],
  ['fog', 'fog'],
  ['partlycloudy', 'fair'],
  ['fair', 'fair'],
  ['clearsky', 'clear'],
]

/** Sky of a symbol of MET Norway. */
export const skyOf = (symbol: string): Sky => skies.find(([word]) => symbol.includes(word))?.[1] ?? 'cloudy'
