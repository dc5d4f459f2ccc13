import { success } from '@atalaya/contract/envelope'
import type { Route } from '@atalaya/contract/route'
import fastJson from 'fast-json-stringify'
import { z } from 'zod'

type Serialize = (body: unknown) => string

/**
 * Schema for a serializer. Formats are left out: inputs are validated before. A nullable value is written as
 * `nullable: true`, since the library needs a validator for `anyOf`.
 */
const shapeOf = (schema: z.ZodType) =>
  JSON.parse(JSON.stringify(z.toJSONSchema(schema, { unrepresentable: 'any', target: 'draft-7' })), (key, value) =>
    (key === 'format' || key === 'pattern') && typeof value === 'string' ? undefined : nullableOf(value),
  ) as fastJson.AnySchema

function nullableOf(value: unknown): unknown {
  const choice = (value as { anyOf?: { type?: string; $ref?: string; anyOf?: unknown }[] } | null)?.anyOf
  if (!Array.isArray(choice) || choice.length !== 2 || choice[1]?.type !== 'null') return value
  const [something] = choice
  return something?.type ? { ...something, nullable: true } : value
}

// Compiling all of them takes a tenth of a second, so each is compiled for its first answer.
const serializers = new WeakMap<object, Serialize>()

function compileOnce(key: Route | z.ZodType, schemaOf: () => z.ZodType): Serialize {
  const known = serializers.get(key)
  if (known) return known
  const compiled = fastJson(shapeOf(schemaOf()))
  serializers.set(key, compiled)
  return compiled
}

/** Serializer of a schema, compiled once. Leaves out every field that the schema does not name. */
export const writerOf = (schema: z.ZodType): Serialize => compileOnce(schema, () => schema)

/** Serializer of a call's success envelope. */
export const serializerOf = (route: Route): Serialize => compileOnce(route, () => success(route.data))
