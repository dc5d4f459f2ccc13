import { expect, test } from 'vitest'
import { listCallsOf } from '#test/support/contract-lists.ts'
import { createTestApp } from '#test/support/test-app.ts'

/** Lists without pages, with the bounds that keep them short. */
const bounded: Record<string, string> = {
  '/api/v1/admin/displays': 'the first 500 by name (displays.repo.ts)',
  '/api/v1/admin/tokens': 'the newest 500 (credentials.repo.ts)',
  '/api/v1/agents/facets': '100 systems and 100 versions (agents.service.ts)',
  '/api/v1/agents/tags': '500 tags (agents.service.ts)',
  '/api/v1/agents/{id}': '1,000 agents of one account (agents.service.ts)',
  '/api/v1/agents/{id}/capabilities': "the agent's hello, one frame",
  '/api/v1/alerts/{id}': '200 agents (incidents.repo.ts)',
  '/api/v1/alerts/channels': 'CHANNELS_MAX',
  '/api/v1/alerts/rules': 'RULES_MAX',
  '/api/v1/alerts/silences': '500 (silences.repo.ts)',
  '/api/v1/commands/{id}': 'the steps of one command, which is tried five times',
  '/api/v1/dashboard/pages': '100 pages of one account (PAGES_MAX)',
  '/api/v1/dashboard/trash': 'TRASH_MAX',
  '/api/v1/data/latest': '500 agents (telemetry.service.ts)',
  '/api/v1/displays': 'DISPLAYS_MAX',
  '/api/v1/integrations': 'one for each service',
  '/api/v1/modules': 'the bundled ones and PACKAGES_MAX',
  '/api/v1/modules/indexes': 'INDEXES_MAX',
  '/api/v1/modules/packages': 'PACKAGES_MAX, ten versions of each',
  '/api/v1/modules/photos/{widgetId}': 'PHOTOS_MAX',
  '/api/v1/themes': 'THEMES_MAX',
  '/api/v1/tokens': 'TOKENS_MAX',
  '/api/v1/users': '10,000 accounts (users.repo.ts)',
  '/api/v1/users/locks': '10,000 (guessing.repo.ts)',
  '/auth/identities': 'one of each provider (identities_one_each), and the providers that are set up',
  '/auth/second-factor': 'PASSKEYS_MAX',
  '/auth/sessions': '100 (sessions.repo.ts)',
}

test('every list is paginated, or has a named bound', async () => {
  const world = await createTestApp()
  const calls = await listCallsOf(world)
  await world.close()
  const whole = calls.filter(({ method, isPaged }) => method === 'GET' && !isPaged).map(({ path }) => path)
  expect(whole.sort()).toEqual(Object.keys(bounded).sort())
})
