import { createHash } from 'node:crypto'
import {
  definePoll,
  type Net,
  NOT_MODIFIED,
  newerThan,
  SourceError,
  type Validators,
  validatorsOf,
} from '@atalaya/module-sdk/server'
import { type Picked, pickAll } from './pick.ts'
import { missingOf, type Plan, planOf } from './plan.ts'
import { findSampleValues, type SampleValue, sampleValuesOf } from './sample.ts'

type Config = Readonly<Record<string, unknown>>
/** Values at the paths, and nothing else of the answer. */
export type Answer = { values: Picked[] } & Validators

const SECOND_MS = 1000
/** Time for which one sample serves all suggestions: the other server is not asked again for each letter. */
const SAMPLE_KEPT_MS = 30_000
const SAMPLES_MAX = 20
const FIRST_BAD_STATUS = 400

/** Any service that answers JSON. Widgets with the same request, header and interval share one poller. */
export const source = definePoll<Config, Answer>({
  intervalMs: (config) => planOf(config).seconds * SECOND_MS,
  key(config) {
    const { address, header, values, seconds } = planOf(config)
    return [address?.href, header, values.map(({ path }) => path), seconds]
  },
  missing: (config) => missingOf(planOf(config)),
  async fetch(config, { net }, previous) {
    const plan = planOf(config)
    const answer = await net.request(plan.address?.href ?? '', { headers: headersOf(plan, previous) })
    const { status, retryAfterMs } = answer
    if (status === NOT_MODIFIED && previous) return previous
    if (status >= FIRST_BAD_STATUS)
      throw new SourceError(`The other server answered with an error (${status})`, { retryAfterMs })
    const values = pickAll(answer.json(), [...new Set(plan.values.map(({ path }) => path))])
    return { values, ...validatorsOf(answer) }
  },
  async suggest(field, text, { net }, form) {
    const plan = planOf(form)
    if (field !== 'values.path' || !plan.address) return []
    // The values are still being chosen.
    if (missingOf({ ...plan, values: [{ label: '', path: '.', unit: '', decimals: undefined }] }) !== null) return []
    return findSampleValues(await sampleOf(plan, net), text)
  },
})

const headersOf = ({ header }: Plan, known?: Validators | null) => ({
  accept: 'application/json',
  ...newerThan(known),
  ...(header && { [header.name]: header.value }),
})

const samples = new Map<string, { values: SampleValue[]; at: number }>()

/** Values of a recent answer, by their paths. Keys are hashes, so that no secret is kept. */
async function sampleOf(plan: Plan, net: Net): Promise<SampleValue[]> {
  const key = createHash('sha256')
    .update(JSON.stringify([plan.address?.href, plan.header]))
    .digest('base64url')
  const known = samples.get(key)
  if (known && performance.now() - known.at < SAMPLE_KEPT_MS) return known.values
  const values = sampleValuesOf(await net.json(plan.address?.href ?? '', { headers: headersOf(plan) }))
  samples.delete(key)
  samples.set(key, { values, at: performance.now() })
  for (const oldest of samples.keys()) {
    if (samples.size <= SAMPLES_MAX) break
    samples.delete(oldest)
  }
  return values
}
