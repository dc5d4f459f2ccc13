import { type Net, SourceError, type Suggestion, type Tools } from '@atalaya/module-sdk/server'
import { z } from 'zod'

export type Place = { name: string | null; latitude: number; longitude: number }

const RESULTS = 10
/** Bound of an answer; the usual one has some 10 KB. */
const ANSWER_MAX_BYTES = 64 * 1024
/** About a kilometre: nearer places have the same weather, and the same request. */
const DECIMALS = 2

const text = z.string().max(200)
const answer = z.object({
  results: z
    .array(
      z.object({
        name: text,
        latitude: z.number().min(-90).max(90),
        longitude: z.number().min(-180).max(180),
        country: text.optional(),
        admin1: text.optional(),
      }),
    )
    .max(100)
    .default([]),
})

const round = (degrees: number) => Number(degrees.toFixed(DECIMALS))

/** Coordinates at the end of a text, as the suggestions write them; null if there are none. */
export function coordinatesIn(text: string): Place | null {
  const [, latitude, longitude] = /(-?\d{1,2}(?:\.\d+)?)\s*,\s*(-?\d{1,3}(?:\.\d+)?)\)?\s*$/.exec(text) ?? []
  if (latitude === undefined || longitude === undefined) return null
  const place = { name: null, latitude: round(Number(latitude)), longitude: round(Number(longitude)) }
  return Math.abs(place.latitude) <= 90 && Math.abs(place.longitude) <= 180 ? place : null
}

type SearchTools = { net: Pick<Net, 'json'>; settings: Tools['settings'] }

async function search(text: string, { net, settings }: SearchTools) {
  const url = new URL(`${settings.OPEN_METEO_GEOCODING_URL}/v1/search`)
  url.searchParams.set('name', text)
  url.searchParams.set('count', String(RESULTS))
  url.searchParams.set('format', 'json')
  if (settings.OPEN_METEO_API_KEY) url.searchParams.set('apikey', settings.OPEN_METEO_API_KEY)
  const { results } = answer.parse(
    await net.json(url.href, { maxBytes: ANSWER_MAX_BYTES, service: 'The geocoding service' }),
  )
  return results
}

/** Places whose name begins with the text; each value has the coordinates, so that it stays the same place. */
export async function suggestPlaces(text: string, tools: SearchTools): Promise<Suggestion[]> {
  if (text.trim().length < 2) return []
  const results = await search(text.trim(), tools)
  return results.map(({ name, admin1, country, latitude, longitude }) => {
    const label = [name, admin1, country].filter((part, index, all) => part && all.indexOf(part) === index).join(', ')
    return { value: `${label} (${round(latitude)}, ${round(longitude)})`, label }
  })
}

/**
 * Place of a text: coordinates in it, else the best-known place of that name.
 *
 * @throws SourceError
 */
export async function findPlace(text: string, tools: SearchTools): Promise<Place> {
  const coordinates = coordinatesIn(text)
  if (coordinates) return coordinates
  const [first] = await search(text.trim(), tools)
  if (!first) throw new SourceError(`No place called “${text.trim()}” was found`)
  return { name: first.name, latitude: round(first.latitude), longitude: round(first.longitude) }
}
