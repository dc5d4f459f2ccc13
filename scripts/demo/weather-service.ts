import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const DAY_MS = 24 * 60 * 60_000
const PLACE = 'Valdeluz (sample)'

/** A sample forecast from today on, in the format that Open-Meteo documents. */
function forecast(now: number): object {
  const days = [0, 1, 2, 3].map((ahead) => new Date(now + ahead * DAY_MS).toISOString().slice(0, 10))
  return {
    current: {
      temperature_2m: 19.4,
      apparent_temperature: 18.6,
      relative_humidity_2m: 54,
      is_day: 1,
      weather_code: 2,
      wind_speed_10m: 11.2,
    },
    daily: {
      time: days,
      weather_code: [2, 0, 63, 3],
      temperature_2m_max: [21.8, 22.4, 17.1, 18.3],
      temperature_2m_min: [11.3, 10.2, 12.9, 9.8],
      precipitation_probability_max: [10, 0, 85, 30],
    },
  }
}

const places = { results: [{ name: PLACE, latitude: 40.6, longitude: -3.2, country: 'Demo' }] }

/** Stands in for Open-Meteo: knows one place, and always gives the same forecast. */
export async function startWeatherService() {
  const server = createServer(({ url = '' }, response) => {
    const answer = url.startsWith('/v1/forecast') ? forecast(Date.now()) : places
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    place: PLACE,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop(): Promise<void> {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
