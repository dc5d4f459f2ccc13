import { definePoll } from '@atalaya/module-sdk/server'
import type { Forecast } from './server/forecast.ts'
import { askMetNorway } from './server/met-norway.ts'
import { askOpenMeteo } from './server/open-meteo.ts'
import { coordinatesIn, findPlace, suggestPlaces } from './server/places.ts'

const INTERVAL_MS = 10 * 60_000

export type WeatherConfig = { place: string; units?: string; provider?: string }

/** Units are the widget's business, so that all widgets of one place share one request. */
export const source = definePoll<WeatherConfig, Forecast>({
  intervalMs: INTERVAL_MS,
  key: ({ place, provider }) => [provider, coordinatesIn(place) ?? place.trim().toLowerCase()],
  missing: ({ place }) => (place.trim() === '' ? "Choose a place in this module's settings." : null),
  async fetch({ place: text, provider }, tools, previous) {
    const place = await findPlace(text, tools)
    if (provider === 'MET Norway') return askMetNorway(place, tools, previous, new Date())
    return askOpenMeteo(place, tools)
  },
  suggest: async (field, text, tools) => (field === 'place' ? suggestPlaces(text, tools) : []),
})
