import { createHash } from 'node:crypto'
import { definePoll, type Net } from '@atalaya/module-sdk/server'
import { type Picked, pickAll } from './pick.ts'
import { missingOf, type Plan, planOf } from './plan.ts'
import { findPlaces, type Place, placesOf } from './sample.ts'

type Config = Readonly<Record<string, unknown>>
/** Values at the paths, and nothing else of the answer. */
export type Answer = { values: Picked[] }

const SECOND_MS = 1000
/** A person types on; the other server is not asked for each letter. */
const SAMPLE_MS = 30_000
const SAMPLES_MAX = 20

/** Any service that answers JSON. Widgets that ask the same, in the same name, share one poller. */
export const source = definePoll<Config, Answer>({
  intervalMs: (config) => planOf(config).seconds * SECOND_MS,
  key(config) {
    const { address, header, values, seconds } = planOf(config)
    return [address?.href, header, values.map(({ path }) => path), seconds]
  },
  missing: (config) => missingOf(planOf(config)),
  async fetch(config, { net }) {
    const plan = planOf(config)
    return { values: pickAll(await ask(plan, net), [...new Set(plan.values.map(({ path }) => path))]) }
  },
  async suggest(field, text, { net }, form) {
    const plan = planOf(form)
    if (field !== 'values.path' || !plan.address) return []
    // Values are what is being chosen.
    if (missingOf({ ...plan, values: [{ label: '', path: '.', unit: '', decimals: undefined }] }) !== null) return []
    return findPlaces(await sampleOf(plan, net), text)
  },
})

async function ask({ address, header }: Plan, net: Net): Promise<unknown> {
  const headers = { accept: 'application/json', ...(header && { [header.name]: header.value }) }
  return net.json(address?.href ?? '', { headers })
}

const samples = new Map<string, { places: Place[]; at: number }>()

/** The paths of a recent answer: neither the rest of it nor the secret is kept. */
async function sampleOf(plan: Plan, net: Net): Promise<Place[]> {
  const key = createHash('sha256')
    .update(JSON.stringify([plan.address?.href, plan.header]))
    .digest('base64url')
  const known = samples.get(key)
  if (known && Date.now() - known.at < SAMPLE_MS) return known.places
  const places = placesOf(await ask(plan, net))
  samples.delete(key)
  samples.set(key, { places, at: Date.now() })
  for (const oldest of samples.keys()) {
    if (samples.size <= SAMPLES_MAX) break
    samples.delete(oldest)
  }
  return places
}
