import type { FastifyInstance } from 'fastify'

type Json = Record<string, unknown>

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null

/** Returns an OpenAPI document with each `$ref` replaced by the part of the document to which it points. */
export function dereferenced<T>(document: T): T {
  const find = (ref: string) =>
    ref
      .split('/')
      .slice(1)
      .reduce<unknown>((value, key) => (isObject(value) ? value[key] : undefined), document)
  const resolve = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(resolve)
    if (!isObject(value)) return value
    if (typeof value.$ref === 'string') return resolve(find(value.$ref))
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, resolve(inner)]))
  }
  return resolve(document) as T
}

/** The OpenAPI document that an application serves. */
export const apiDocumentOf = async <T>(app: FastifyInstance): Promise<T> =>
  (await app.inject('/api/openapi.json')).json()
