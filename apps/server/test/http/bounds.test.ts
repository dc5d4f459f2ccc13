import { expect, test } from 'vitest'
import { createTestApp } from '#test/support/test-app.ts'

type Schema = { $ref?: string; type?: string; properties?: Record<string, Schema>; anyOf?: Schema[]; maximum?: number }
type Operation = {
  parameters?: { in: string; name: string; schema: Schema }[]
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>
}
type Document = { paths: Record<string, { get?: Operation }>; components?: { schemas?: Record<string, Schema> } }

/** What one asks for by the page, or by how many. */
const SIZES = ['pageSize', 'limit', 'points']

/** Lists that are answered whole, and what keeps them short. */
const bounded: Record<string, string> = {
  '/api/v1/agents/tags': '500 tags (agents.service.ts)',
  '/api/v1/agents/{id}': '1,000 agents of one account (agents.service.ts)',
  '/api/v1/agents/{id}/capabilities': "the agent's greeting, one frame",
  '/api/v1/commands/{id}': 'the steps of one command, which is tried five times',
  '/api/v1/dashboard/pages': '100 pages of one account (PAGES_MAX)',
  '/api/v1/dashboard/trash': 'TRASH_MAX',
  '/api/v1/data/latest': '500 agents (telemetry.service.ts)',
  '/api/v1/integrations': 'one for each service',
  '/api/v1/modules': 'what administrators installed',
  '/api/v1/modules/packages': 'what administrators installed, ten versions of each',
  '/api/v1/modules/suggestions/{id}': '50 (the contract)',
  '/api/v1/users': '10,000 accounts (users.repo.ts)',
  '/api/v1/users/locks': '10,000 (guessing.repo.ts)',
  '/auth/sessions': '100 (sessions.repo.ts)',
}

test('every list is asked for by the page, or bounded by something else', async () => {
  const it = await createTestApp()
  const document: Document = (await it.app.inject('/api/openapi.json')).json()
  await it.close()
  const resolved = (schema: Schema | undefined): Schema =>
    schema?.$ref ? (document.components?.schemas?.[schema.$ref.split('/').at(-1) ?? ''] ?? {}) : (schema ?? {})
  // One level: what is in an entry of a list is the entry's own.
  const hasList = (schema: Schema | undefined): boolean =>
    [resolved(schema), ...(resolved(schema).anyOf ?? []).map(resolved)].some(({ properties = {} }) =>
      Object.values(properties).some((property) => resolved(property).type === 'array'),
    )
  const isPaged = ({ parameters = [] }: Operation) =>
    parameters.some(({ in: place, name, schema }) => place === 'query' && SIZES.includes(name) && schema.maximum)

  const whole = Object.entries(document.paths).flatMap(([path, { get }]) => {
    const answer = resolved(get?.responses['200']?.content?.['application/json']?.schema)
    return get && hasList(answer.properties?.data) && !isPaged(get) ? [path] : []
  })
  expect(whole.sort()).toEqual(Object.keys(bounded).sort())
})
