import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dashboard } from '@atalaya/contract/dashboard'
import { moduleSources } from '@atalaya/contract/module-sources'
import type { SourceState } from '@atalaya/contract/source-state'
import type { Config } from '#server/config.ts'
import { loopback } from './loopback.ts'
import { createTestApp } from './test-app.ts'

/** Answer of a weather service. */
export const goodWeather = {
  current: { temperature_2m: 19.4, is_day: 1, weather_code: 2, wind_speed_10m: 11.2 },
  daily: { time: ['2026-11-21'], weather_code: [3], temperature_2m_max: [21], temperature_2m_min: [11] },
}

/** A weather service with the same good answer to every request. */
async function startWeather() {
  const server = createServer((_request, response) => response.end(JSON.stringify(goodWeather)))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop() {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** An account with widgets whose data come from servers on this machine, and a weather widget that works. */
export async function createWidgetWorld(config: Partial<Config> = {}) {
  const weather = await startWeather()
  const services = { OPEN_METEO_URL: weather.origin, OPEN_METEO_GEOCODING_URL: weather.origin }
  const app = await createTestApp({ config: { ALLOW_PRIVATE_HOSTS: loopback, ...services, ...config } })
  const token = (await app.signUp()).tokens.accessToken
  let placeCount = 0

  async function addWidget(id: string, settings: object): Promise<string> {
    const { page } = (await app.call(dashboard.create, { body: { name: 'Hall' } }, token)).body.data
    const install = { params: { id: page._id }, body: { meta: { id }, config: settings } }
    return (await app.call(dashboard.install, install, token)).body.data.module._id
  }
  async function read(widgetId: string): Promise<SourceState> {
    return (await app.call(moduleSources.read, { params: { widgetId } }, token)).body.data.state
  }

  return {
    app,
    token,
    addWidget,
    read,
    /** State of a widget, once it has data or an error. */
    async readSettled(widgetId: string): Promise<SourceState> {
      while (true) {
        const state = await read(widgetId)
        if (state.data !== null || state.error !== null) return state
      }
    },
    /** Adds a weather widget. True if it gets data. */
    async isHealthy(): Promise<boolean> {
      const { data, error } = await read(await addWidget('weather', { place: `Hill (1.${placeCount++}, 1)` }))
      return data !== null && error === null
    },
    async close(): Promise<void> {
      await app.close()
      weather.stop()
    },
  }
}
export type WidgetWorld = Awaited<ReturnType<typeof createWidgetWorld>>
