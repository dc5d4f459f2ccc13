import { SourceError, type Tools } from '@atalaya/module-sdk/server'
import { z } from 'zod'
import { DAYS, type Forecast, type Sky } from './forecast.ts'
import type { Place } from './places.ts'

const CURRENT = 'temperature_2m,apparent_temperature,relative_humidity_2m,is_day,weather_code,wind_speed_10m'
const DAILY = 'weather_code,temperature_2m_max,temperature_2m_min,precipitation_probability_max'
const FIRST_BAD_STATUS = 400

/** Bound of an answer; the usual one has some 2 KB. */
const ANSWER_MAX_BYTES = 64 * 1024
const DAYS_MAX = 16

const numbers = z.array(z.number()).max(DAYS_MAX)
const answer = z.object({
  current: z.object({
    temperature_2m: z.number(),
    apparent_temperature: z.number().nullish(),
    relative_humidity_2m: z.number().nullish(),
    is_day: z.number(),
    weather_code: z.number(),
    wind_speed_10m: z.number(),
  }),
  daily: z.object({
    time: z.array(z.iso.date()).max(DAYS_MAX),
    weather_code: numbers,
    temperature_2m_max: numbers,
    temperature_2m_min: numbers,
    precipitation_probability_max: z.array(z.number().nullable()).max(DAYS_MAX).nullish(),
  }),
})
const refusal = z.object({ reason: z.string().max(300) })

/** The weather by Open-Meteo. @throws SourceError */
export async function askOpenMeteo(place: Place, { net, settings }: Tools): Promise<Forecast> {
  const url = new URL(`${settings.OPEN_METEO_URL}/v1/forecast`)
  const query = { latitude: place.latitude, longitude: place.longitude, current: CURRENT, daily: DAILY }
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value))
  url.searchParams.set('timezone', 'auto')
  url.searchParams.set('forecast_days', String(DAYS + 1))
  if (settings.OPEN_METEO_API_KEY) url.searchParams.set('apikey', settings.OPEN_METEO_API_KEY)
  const { status, json, retryAfterMs } = await net.request(url.href, {
    maxBytes: ANSWER_MAX_BYTES,
    service: 'Open-Meteo',
  })
  if (status >= FIRST_BAD_STATUS) throw errorOf(status, json, retryAfterMs)
  return toForecast(place, answer.parse(json()))
}

function errorOf(status: number, json: () => unknown, retryAfterMs: number | undefined): SourceError {
  if (status === 429) return new SourceError('Open-Meteo was asked too often today', { retryAfterMs })
  const { data } = refusal.safeParse(status === FIRST_BAD_STATUS ? json() : null)
  return new SourceError(data ? `Open-Meteo: ${data.reason}` : `Open-Meteo has a problem (${status})`, { retryAfterMs })
}

function toForecast(place: Place, { current, daily }: z.infer<typeof answer>): Forecast {
  const all = daily.time.map((date, index) => ({
    date,
    sky: skyOf(daily.weather_code[index] ?? 0),
    min: daily.temperature_2m_min[index] ?? Number.NaN,
    max: daily.temperature_2m_max[index] ?? Number.NaN,
    rain: daily.precipitation_probability_max?.[index] ?? null,
  }))
  const [today, ...days] = all.filter(({ min, max }) => !Number.isNaN(min + max))
  return {
    place: place.name,
    now: {
      sky: skyOf(current.weather_code),
      isDay: current.is_day === 1,
      temperature: current.temperature_2m,
      feelsLike: current.apparent_temperature ?? null,
      humidity: current.relative_humidity_2m ?? null,
      wind: current.wind_speed_10m,
    },
    today: today ? { min: today.min, max: today.max } : null,
    days: days.slice(0, DAYS),
    credit: { text: 'Open-Meteo', url: 'https://open-meteo.com/' },
  }
}

/** The greatest WMO code of each range, with its sky, in order. */
const skies: [number, Sky][] = [
  [0, 'clear'],
  [2, 'fair'],
  [3, 'cloudy'],
  [48, 'fog'],
  [55, 'drizzle'],
  [57, 'sleet'],
  [65, 'rain'],
  [67, 'sleet'],
  [77, 'snow'],
  [82, 'rain'],
  [86, 'snow'],
  [99, 'thunder'],
]

/** Sky of a WMO weather code (4677, as Open-Meteo uses it). */
export const skyOf = (code: number): Sky => skies.find(([last]) => code <= last)?.[1] ?? 'cloudy'
