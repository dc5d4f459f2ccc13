import { definePoll } from '@atalaya/module-sdk/server'
import type { Forecast } from './forecast.ts'
import { askMetNorway } from './met-norway.ts'
import { askOpenMeteo } from './open-meteo.ts'
import { coordinatesIn, findPlace, suggestPlaces } from './places.ts'

const INTERVAL_MS = 10 * 60_000
const DEFAULT_PROVIDER = 'Open-Meteo'

export type WeatherConfig = { place?: string; units?: string; provider?: string }

/** Weather of a place, for all modules. Widgets convert the units, so that all of one place share one request. */
export const source = definePoll<WeatherConfig, Forecast>({
  name: 'weather',
  intervalMs: INTERVAL_MS,
  key: ({ place = '', provider = DEFAULT_PROVIDER }) => [provider, coordinatesIn(place) ?? place.trim().toLowerCase()],
  missing: ({ place = '' }) => (place.trim() === '' ? "Choose a place in this module's settings." : null),
  async fetch({ place: text = '', provider }, tools, previous) {
    const place = await findPlace(text, tools)
    if (provider === 'MET Norway') return askMetNorway(place, tools, previous, new Date())
    return askOpenMeteo(place, tools)
  },
  suggest: async (field, text, tools) => (field === 'place' ? suggestPlaces(text, tools) : []),
})
