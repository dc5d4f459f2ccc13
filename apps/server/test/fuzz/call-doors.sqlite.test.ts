// Input of every call of the contract: its body by its schema, and the parameters of its path and query.
import { parseJson, UnreadableJson } from '@atalaya/contract/bounded-json'
import { type Route, SMALL_BODY_MAX } from '@atalaya/contract/route'
import fc from 'fast-check'
import { expect, inject, test } from 'vitest'
import { z } from 'zod'
import { BODY_BOUNDS, BODY_MAX } from '#server/http/bodies.ts'
import { contractRoutes } from '#test/support/contract-routes.ts'
import { knownValues } from './calls.ts'
import { jsonWithFaults } from './corpus.ts'
import { fuzzDoor } from './door.ts'
import type { Pump } from './growth.ts'
import { type Schema, validFor } from './valid.ts'

/** Maximum size of a request's head in Node. */
const ADDRESS_MAX = 16 * 1024
const SAMPLES = 2
/** Not more in the short form, as each input takes a moment. */
const SHORT_INPUTS = 1000

const routes = new Map(contractRoutes().map((route) => [`${route.method} ${route.path}`, route]))
const withBody = [...routes].filter(([, { body }]) => body)
const withAddress = [...routes].filter(([, { params, query }]) => params ?? query)

/** Values that a schema takes. */
const samplesOf = (schema: z.ZodType): unknown[] =>
  fc.sample(validFor(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema, knownValues), {
    numRuns: SAMPLES,
    seed: inject('fuzz').seed,
  })

/** Splits an input: its first line names the call. */
function callOf(input: Buffer): [Route | undefined, string] {
  const text = input.toString()
  const end = text.indexOf('\n')
  return [routes.get(text.slice(0, end)), text.slice(end + 1)]
}

function readBody(input: Buffer): null {
  const [route, text] = callOf(input)
  if (!route?.body || Buffer.byteLength(text) > (route.bodyBytes ?? SMALL_BODY_MAX)) return null
  try {
    route.body.safeParse(parseJson(text, { ...BODY_BOUNDS, values: route.bodyValues ?? BODY_BOUNDS.values }))
  } catch (error) {
    if (!(error instanceof UnreadableJson)) throw error
  }
  return null
}

function readAddress(input: Buffer): null {
  const [route, text] = callOf(input)
  const fields = Object.fromEntries(new URLSearchParams(text))
  route?.params?.safeParse(fields)
  route?.query?.safeParse(fields)
  return null
}

const bodies = withBody.flatMap(([name, { body }]) =>
  samplesOf(body ?? z.never()).map((sample) => `${name}\n${JSON.stringify(sample)}`),
)
const addresses = withAddress.flatMap(([name, { params, query }]) =>
  samplesOf(z.object({ ...params?.shape, ...query?.shape })).map((sample) => `${name}\n${queryOf(sample as object)}`),
)

function queryOf(sample: object): URLSearchParams {
  return new URLSearchParams(Object.entries(sample).map(([key, value]): [string, string] => [key, String(value)]))
}

/** Units to repeat: combining marks that normalization sorts, ligatures, texts that make expressions backtrack. */
const REPEATED_UNITS = ['\u0301\u0316', '\ufdfa', 'İ', '\u202e', '\ud800', '👩‍👩‍👧', 'a', ' ', '1', '.', '@a.', '-']
const REPEATED_IN: [call: string, before: string, after: string][] = [
  ['POST /auth/register', '{"username":"a', '","email":"a@example.org","password":"correct horse battery"}'],
  ['POST /auth/register', '{"username":"ada","email":"a', '@example.org"}'],
  ['PATCH /auth/me', '{"username":"a', '"}'],
  ['POST /api/v1/agents', '{"name":"a', '"}'],
  ['POST /api/v1/dashboard/pages', '{"name":"a', '"}'],
]
const pumps: Pump[] = REPEATED_IN.flatMap(([call, before, after]) =>
  REPEATED_UNITS.map((unit): Pump => [`${call}\n${before}`, unit, after]),
)

test('every call with an input is attacked', () => {
  expect(withBody.length).toBeGreaterThan(50)
  expect(new Set(bodies.map((body) => body.split('\n')[0])).size).toBe(withBody.length)
  expect(new Set(addresses.map((address) => address.split('\n')[0])).size).toBe(withAddress.length)
})

fuzzDoor('bodies of all calls, by their schemas', {
  seeds: bodies,
  maxBytes: BODY_MAX,
  known: pumps,
  moreInputs: jsonWithFaults(...bodies.map((body) => JSON.parse(body.slice(body.indexOf('\n') + 1)))).chain((json) =>
    fc.constantFrom(...withBody).map(([name]) => Buffer.from(`${name}\n${json}`)),
  ),
  read: readBody,
  shortInputs: SHORT_INPUTS,
})

fuzzDoor('addresses of all calls, by their schemas', {
  seeds: addresses,
  maxBytes: ADDRESS_MAX,
  read: readAddress,
  shortInputs: SHORT_INPUTS,
})
