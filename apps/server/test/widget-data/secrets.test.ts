import type { WidgetConfig } from '@atalaya/contract/dashboard'
import type { SourceState } from '@atalaya/contract/source-state'
import { definePoll, type PollSource } from '@atalaya/module-sdk/server'
import { expect, onTestFinished, test } from 'vitest'
import { createFaults } from '#server/containment/faults.ts'
import type { Actor } from '#server/domain/actors.ts'
import { createPictures } from '#server/widget-data/pictures.ts'
import { createSourceTools } from '#server/widget-data/source-tools.ts'
import { createSourcesService } from '#server/widget-data/sources.service.ts'
import { createTurns } from '#server/widget-data/turns.ts'
import { createUpstream } from '#server/widget-data/upstream.ts'
import { createUpstreams } from '#server/widget-data/upstreams.ts'

const refuse = () => Promise.reject(new Error('unreachable'))
const configSchema = JSON.stringify({
  type: 'object',
  properties: { account: { type: 'string' }, token: { type: 'string', format: 'password' } },
  required: ['account', 'token'],
})

/** Creates the service of sources with one source. The id of each widget is the account in its form. */
function createWorld(source: PollSource<WidgetConfig, unknown>, tokens: Record<string, string>) {
  const received: { states: SourceState[]; warnings: string[] } = { states: [], warnings: [] }
  const warn = (message: string) => void received.warnings.push(message)
  const faults = createFaults((error) => warn(String(error)))
  const upstreams = createUpstreams({
    watchMs: 60_000,
    now: Date.now,
    open: (wanted, onChange) => createUpstream({ ...wanted, faults, now: Date.now, onChange }),
    emit: (state) => void received.states.push(state),
  })
  onTestFinished(() => upstreams.close())
  const pictures = createPictures()
  const outbound = { request: refuse, connect: refuse, resolve: refuse, services: refuse }
  const service = createSourcesService({
    catalogue: { find: () => ({ configSchema }) as never },
    sources: { of: async () => source as never },
    widgets: {
      open: async ({ userId }, id) => ({ id, moduleId: 'm', config: { account: id, token: tokens[userId] ?? '' } }),
    },
    upstreams,
    pictures,
    tools: createSourceTools({
      outbound,
      settings: {},
      tokens: { of: refuse },
      pictures,
      turns: createTurns(),
      warn,
      framed: (address) => address,
    }),
  })
  return { service, received, upstreams }
}

const person = (userId: string) => ({ kind: 'user', userId }) as Actor

test('a secret reaches its source, and appears in no state, error or warning', async () => {
  const seen: unknown[] = []
  const source = definePoll<WidgetConfig, unknown>({
    intervalMs: 60_000,
    async fetch({ token }, { net }) {
      seen.push(token)
      return net.json(`https://service.example/?token=${token}`, { headers: { authorization: `Bearer ${token}` } })
    },
  })
  const { service, received } = createWorld(source, { ada: 'canary-7f3a' })
  const state = await service.watch(person('ada'), 'w1')
  expect(seen).toEqual(['canary-7f3a'])
  expect(state).toMatchObject({ data: null, error: 'The other server could not be asked' })
  expect(JSON.stringify([state, received])).not.toContain('canary')
})

test('each secret has a separate source, even for the same account', async () => {
  const source = definePoll<WidgetConfig, unknown>({
    intervalMs: 60_000,
    fetch: async ({ token }) => `inbox of ${token}`,
  })
  const { service, upstreams } = createWorld(source, { ada: 'right', grace: 'right', eve: 'wrong' })
  const dataOf = async (user: string) => (await service.watch(person(user), 'ada@example.org')).data
  expect(await dataOf('ada')).toBe('inbox of right')
  expect(await dataOf('grace')).toBe('inbox of right')
  expect(upstreams.count()).toBe(1)
  expect(await dataOf('eve')).toBe('inbox of wrong')
  expect(upstreams.count()).toBe(2)
})

test('a missing secret is reported, and no source is started', async () => {
  const source = definePoll<WidgetConfig, unknown>({ intervalMs: 60_000, fetch: refuse })
  const { service, upstreams } = createWorld(source, {})
  expect((await service.watch(person('ada'), 'w1')).error).toBe('Set this module up first. token: Required')
  expect(upstreams.count()).toBe(0)
})
