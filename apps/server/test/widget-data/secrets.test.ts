import type { WidgetConfig } from '@atalaya/contract/dashboard'
import type { SourceState } from '@atalaya/contract/source-state'
import { definePoll, type PollSource } from '@atalaya/module-sdk/server'
import { expect, onTestFinished, test } from 'vitest'
import { createFaults } from '#server/containment/faults.ts'
import { createHub } from '#server/widget-data/upstreams.ts'
import { createPictures } from '#server/widget-data/pictures.ts'
import { createSourcesService } from '#server/widget-data/sources.service.ts'

const refuse = () => Promise.reject(new Error('unreachable'))
const configSchema = JSON.stringify({
  type: 'object',
  properties: { account: { type: 'string' }, token: { type: 'string', format: 'password' } },
  required: ['account', 'token'],
})

/** The service over one source; a widget's id is the account of its form. */
function createWorld(source: PollSource<WidgetConfig, unknown>, tokens: Record<string, string>) {
  const heard: { states: SourceState[]; warnings: string[] } = { states: [], warnings: [] }
  const hub = createHub({ watchMs: 60_000, now: Date.now, emit: (state) => void heard.states.push(state) })
  onTestFinished(() => hub.close())
  const service = createSourcesService({
    hub,
    catalogue: { find: () => ({ configSchema }) as never, isBundled: () => true },
    sources: { find: async () => source as never },
    widgets: {
      open: async (userId, id) => ({ id, moduleId: 'm', config: { account: id, token: tokens[userId] ?? '' } }),
    },
    outbound: { request: refuse, connect: refuse, resolve: refuse, services: refuse },
    settings: {},
    pictures: createPictures(),
    tokens: { of: refuse },
    limits: { check: () => undefined, count: () => undefined, take: () => undefined },
    faults: createFaults((error) => void heard.warnings.push(String(error))),
    now: Date.now,
    warn: (message) => void heard.warnings.push(message),
  })
  return { service, heard, hub }
}

test('a secret reaches the source, and nothing that comes out of it', async () => {
  const seen: unknown[] = []
  const source = definePoll<WidgetConfig, unknown>({
    intervalMs: 60_000,
    async fetch({ token }, { net }) {
      seen.push(token)
      return net.json(`https://service.example/?token=${token}`, { headers: { authorization: `Bearer ${token}` } })
    },
  })
  const { service, heard } = createWorld(source, { ada: 'canary-7f3a' })
  const state = await service.read('ada', 'w1')
  expect(seen).toEqual(['canary-7f3a'])
  expect(state).toMatchObject({ data: null, error: 'The other server could not be asked' })
  expect(JSON.stringify([state, heard])).not.toContain('canary')
})

test('who has another secret has another source, also for the same account', async () => {
  const source = definePoll<WidgetConfig, unknown>({
    intervalMs: 60_000,
    fetch: async ({ token }) => `inbox of ${token}`,
  })
  const { service, hub } = createWorld(source, { ada: 'right', grace: 'right', eve: 'wrong' })
  const read = async (user: string) => (await service.read(user, 'ada@example.org')).data
  expect(await read('ada')).toBe('inbox of right')
  expect(await read('grace')).toBe('inbox of right')
  expect(hub.count()).toBe(1)
  expect(await read('eve')).toBe('inbox of wrong')
  expect(hub.count()).toBe(2)
})

test('a secret that is missing is asked for, and nobody else', async () => {
  const source = definePoll<WidgetConfig, unknown>({ intervalMs: 60_000, fetch: refuse })
  const { service, hub } = createWorld(source, {})
  expect((await service.read('ada', 'w1')).error).toBe('Set this module up first. token: Required')
  expect(hub.count()).toBe(0)
})
