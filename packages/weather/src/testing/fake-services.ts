import type { NetAnswer, NetRequest, Tools } from '@atalaya/module-sdk/server'

type Reply = { status?: number; body: unknown; headers?: Record<string, string>; retryAfterMs?: number }

/** Tools with this answer to every request; `requests` lists them. */
export function toolsAnswering(reply: (url: URL) => Reply) {
  const requests: { url: URL; headers: Record<string, string> }[] = []
  async function request(href: string, { headers = {} }: NetRequest = {}): Promise<NetAnswer> {
    const url = new URL(href)
    requests.push({ url, headers })
    const { status = 200, body, headers: replyHeaders = {}, retryAfterMs } = reply(url)
    return { status, headers: replyHeaders, body: Buffer.from(JSON.stringify(body)), retryAfterMs, json: () => body }
  }
  const refuse = () => Promise.reject(new Error('not over HTTP'))
  const tools: Tools = {
    signal: new AbortController().signal,
    ownerKey: 'ada',
    net: {
      request,
      json: async (url, options) => (await request(url, options)).json(),
      connect: refuse,
      secure: refuse,
      resolve: refuse,
      services: refuse,
    },
    settings: {
      OPEN_METEO_URL: 'https://weather.test',
      OPEN_METEO_GEOCODING_URL: 'https://places.test',
      MET_NORWAY_URL: 'https://norway.test',
    },
    access: refuse,
    warn: () => undefined,
    keepPicture: () => null,
    framed: (address) => address,
  }
  return { tools, requests }
}

/** A forecast in the format that Open-Meteo documents. */
export const openMeteoAnswer = {
  latitude: 37.4,
  longitude: -6,
  utc_offset_seconds: 3600,
  timezone: 'Europe/Madrid',
  elevation: 12,
  current_units: { time: 'iso8601', temperature_2m: '°C' },
  current: {
    time: '2026-11-21T14:00',
    interval: 900,
    temperature_2m: 19.4,
    apparent_temperature: 18.6,
    relative_humidity_2m: 54,
    is_day: 1,
    weather_code: 2,
    wind_speed_10m: 11.2,
  },
  daily_units: { time: 'iso8601' },
  daily: {
    time: ['2026-11-21', '2026-11-22', '2026-11-23', '2026-11-24'],
    weather_code: [3, 0, 63, 95],
    temperature_2m_max: [21.8, 22.4, 17.1, 16.3],
    temperature_2m_min: [11.3, 10.2, 12.9, 9.8],
    precipitation_probability_max: [10, 0, 85, null],
  },
}

/** An answer of MET Norway's locationforecast, compact: every six hours from this time on. */
export function metNorwayAnswer(from: Date, symbols: string[]) {
  const timeseries = symbols.map((symbol_code, index) => ({
    time: new Date(from.getTime() + index * 6 * 60 * 60_000).toISOString().replace('.000', ''),
    data: {
      instant: { details: { air_temperature: index, relative_humidity: 80.5, wind_speed: 5 } },
      next_6_hours: { summary: { symbol_code }, details: { precipitation_amount: 0 } },
    },
  }))
  return { type: 'Feature', geometry: {}, properties: { meta: { updated_at: from.toISOString() }, timeseries } }
}
