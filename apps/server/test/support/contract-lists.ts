import { apiDocumentOf, dereferenced } from './api-document.ts'
import type { TestApp } from './test-app.ts'

type Schema = { type?: string; properties?: Record<string, Schema>; anyOf?: Schema[]; maximum?: number }
type Operation = {
  parameters?: { in: string; name: string; schema: Schema }[]
  responses?: Record<string, { content?: Record<string, { schema: Schema }> }>
}
type Document = { paths: Record<string, Record<string, Operation>> }

/** A call that returns a list; `path` as the OpenAPI document writes it. */
export type ListCall = { method: string; path: string; isPaged: boolean }

/** Query parameters that limit the length of an answer. */
const SIZES = ['pageSize', 'limit', 'points']

/** Every call of the contract that returns a list, by the OpenAPI document of an application. */
export async function listCallsOf({ app }: TestApp): Promise<ListCall[]> {
  const { paths } = dereferenced(await apiDocumentOf<Document>(app))
  // Only one level deep: lists inside an entry are part of the entry.
  const hasList = (schema: Schema | undefined): boolean =>
    [schema, ...(schema?.anyOf ?? [])].some((choice) =>
      Object.values(choice?.properties ?? {}).some((property) => property.type === 'array'),
    )
  const isPaged = ({ parameters = [] }: Operation) =>
    parameters.some(
      ({ in: place, name, schema }) => place === 'query' && SIZES.includes(name) && schema.maximum !== undefined,
    )

  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, operation]) => {
      const answer = operation.responses?.['200']?.content?.['application/json']?.schema
      const isList = hasList(answer?.properties?.data)
      return isList ? [{ method: method.toUpperCase(), path, isPaged: isPaged(operation) }] : []
    }),
  )
}
