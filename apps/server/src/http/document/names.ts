import type { Resource, Route } from '@atalaya/contract/route'
import { z } from 'zod'

/** Exports of the contract, by file. */
export type Contract = Record<string, Record<string, unknown>>

/** A call or a resource, with the name that the contract gives it. */
type Named<T> = { id: string; slice: string; value: T }
export type NamedRoute = Named<Route>
export type NamedResource = Named<Resource>

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !(value instanceof z.ZodType)
const isRoute = (value: unknown): value is Route => isRecord(value) && 'method' in value && 'access' in value
const isResource = (value: unknown): value is Resource => isRecord(value) && 'type' in value && 'access' in value

const capitalize = (name: string) => name.charAt(0).toUpperCase() + name.slice(1)
const toPascalCase = (words: string) =>
  words
    .split(/[^a-zA-Z0-9]+/)
    .map(capitalize)
    .join('')

/** All calls, in the order of the files: `list` of `agents` is `agentsList`. */
export function routesOf(contract: Contract): NamedRoute[] {
  return Object.entries(contract).flatMap(([slice, exported]) =>
    Object.entries(exported).flatMap(([group, value]) =>
      isRecord(value)
        ? Object.entries(value)
            .filter((entry): entry is [string, Route] => isRoute(entry[1]))
            .map(([key, route]) => ({ id: group + capitalize(key), slice, value: route }))
        : [],
    ),
  )
}

/** All resources: answers that are not JSON in an envelope, such as files and streams. */
export function resourcesOf(contract: Contract): NamedResource[] {
  return Object.entries(contract).flatMap(([slice, exported]) =>
    Object.entries(exported)
      .filter((entry): entry is [string, Resource] => isResource(entry[1]))
      .map(([id, value]) => ({ id, slice, value })),
  )
}

/** True for schemas that get a name of their own: objects, enums and unions. */
const hasName = (value: unknown): value is z.ZodType =>
  value instanceof z.ZodObject || value instanceof z.ZodEnum || value instanceof z.ZodUnion

/**
 * The contract's shapes by name: `agent` is `Agent`. A choice of a discriminated union without a name gets one from its
 * discriminator: `user.updated` of `liveEvent` is `LiveEventUserUpdated`.
 */
export function shapesOf(contract: Contract): Map<z.ZodType, string> {
  const names = new Map<z.ZodType, string>()
  const taken = new Set<string>()
  const add = (schema: z.ZodType, slice: string, name: string) => {
    if (names.has(schema)) return
    const unusedName = taken.has(name) ? toPascalCase(slice) + name : name
    taken.add(unusedName)
    names.set(schema, unusedName)
  }
  const exported = Object.entries(contract).flatMap(([slice, all]) =>
    Object.entries(all).flatMap(([key, value]) =>
      hasName(value) ? [{ slice, name: capitalize(key), schema: value }] : [],
    ),
  )
  for (const { slice, name, schema } of exported) add(schema, slice, name)
  for (const { slice, name, schema } of exported) {
    for (const [word, choice] of choicesOf(schema)) add(choice, slice, name + toPascalCase(word))
  }
  return names
}

/** Choices of a discriminated union, by the value of their discriminator. */
export function choicesOf(schema: z.ZodType): [string, z.ZodType][] {
  if (!(schema instanceof z.ZodDiscriminatedUnion)) return []
  const key = schema.def.discriminator
  return schema.options.flatMap((choice): [string, z.ZodType][] => {
    const word = choice instanceof z.ZodObject ? choice.shape[key] : undefined
    return word instanceof z.ZodLiteral ? [[String(word.value), choice as z.ZodObject]] : []
  })
}
