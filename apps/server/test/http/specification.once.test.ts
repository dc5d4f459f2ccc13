import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

const PASSWORD = 'correct horse battery'
const profile = { email: 'grace@example.org', name: 'Grace', surname: 'Hopper', birthday: '1906-12-09' }
const text = expect.any(String)
const tokens = { accessToken: text, refreshToken: text }
const user = { _id: text, id: text, role: text, isActive: true, ...profile, username: 'grace', lastLogin: text }
const agent = { agentId: text, _id: text, status: 'pending', isOnline: false, ip: null, lastSeen: null }
const page = { _id: text, name: 'Hall', slug: text, active: expect.any(Boolean), order: expect.any(Number) }
const position = { x: 1, y: 1, w: 1, h: 1 }
const widget = { _id: text, meta: expect.objectContaining({ id: 'spark' }), config: expect.any(Object) }

/** Values from earlier answers, for later calls. */
type Values = Record<
  'refresh' | 'code' | 'grace' | 'agent' | 'agentToken' | 'page' | 'slug' | 'widget' | 'admin' | 'token',
  string
>
type CallInput = { body?: object; by?: 'grace' | 'admin' | 'agent' }
type Call = {
  /** Path with names of `Values` in braces, and a query. */
  path: string
  /** Body and caller. Without it, the call has neither. */
  ask?: (known: Values) => CallInput
  /** Expected part of `data`. */
  data: object
  /** Takes values for later calls from the answer. */
  learn?: (data: Answer) => Partial<Values>
}
/** Fields that this test reads from answers of any call. */
type Answer = {
  code: string
  token: string
  accessToken: string
  tokens: { refreshToken: string }
  user: { _id: string }
  agent: { agentId: string }
  page: { _id: string; slug: string }
  module: { _id: string }
}

const admin = (body?: object) => () => ({ by: 'admin', ...(body && { body }) }) as const
const grace = (body?: object) => () => ({ by: 'grace', ...(body && { body }) }) as const
const pages = '/api/v1/dashboard/pages'

/** Every call of the specification, with its expected answer, in an order that works. */
const calls: Record<string, Call> = {
  'POST /auth/register': {
    path: '/auth/register',
    ask: () => ({ body: { username: 'grace', password: PASSWORD, ...profile } }),
    data: { user: { ...user, lastLogin: null } },
  },
  'POST /auth/login': {
    path: '/auth/login',
    ask: () => ({ body: { username: 'grace', password: PASSWORD } }),
    data: { tokens, user },
    learn: (data) => ({ refresh: data.tokens.refreshToken, grace: data.user._id }),
  },
  'POST /auth/refresh': {
    path: '/auth/refresh',
    ask: ({ refresh }) => ({ body: { refreshToken: refresh } }),
    data: tokens,
    learn: (data) => ({ token: data.accessToken }),
  },
  'POST /auth/qr/generate': {
    path: '/auth/qr/generate',
    data: { code: text, expiresAt: text },
    learn: ({ code }) => ({ code }),
  },
  'GET /auth/qr/status/{code}': { path: '/auth/qr/status/{code}', data: { status: 'pending' } },
  'POST /auth/qr/scan': {
    path: '/auth/qr/scan',
    ask: ({ code }) => ({ body: { code } }),
    data: { status: 'scanned' },
  },
  'POST /auth/qr/authenticate': {
    path: '/auth/qr/authenticate',
    ask: ({ code }) => ({ body: { code, username: 'GRACE@example.org', password: PASSWORD } }),
    data: { tokens, user },
  },

  'POST /api/v1/agents': {
    path: '/api/v1/agents',
    ask: grace({ name: 'attic', tags: ['a'] }),
    data: { agent: { ...agent, name: 'attic', tags: ['a'] }, token: text },
    learn: (data) => ({ agent: data.agent.agentId, agentToken: data.token }),
  },
  'GET /api/v1/agents': {
    path: '/api/v1/agents?query=ATT&page=1&pageSize=20',
    ask: grace(),
    data: { agents: [agent], pagination: { total: 1, current: 1, pages: 1 } },
  },
  'GET /api/v1/agents/{id}, an agent': { path: '/api/v1/agents/{agent}', ask: grace(), data: { agent } },
  'GET /api/v1/agents/{id}, an array': { path: '/api/v1/agents/{grace}', ask: grace(), data: { agents: [agent] } },
  'GET /api/v1/stats': { path: '/api/v1/stats', ask: grace(), data: { agentsTotal: 1, agentsOnline: 0 } },
  'POST /api/v1/agents/command': {
    path: '/api/v1/agents/command',
    ask: ({ agent }) => ({ by: 'grace', body: { command: 'ping', agentId: agent, args: { n: 1 } } }),
    data: { enqueued: 1, commands: [{ commandId: text, agentId: text }] },
  },
  'POST /api/v1/agents/{id}/data, data for the next two calls': {
    path: '/api/v1/agents/{agent}/data',
    ask: () => ({ by: 'agent', body: { dataType: 'flow', tags: ['hot'], data: { litres: 42 } } }),
    data: {},
  },
  'GET /api/v1/data/latest': {
    path: '/api/v1/data/latest',
    ask: grace(),
    data: { latest: [{ createdAt: text, dataType: 'flow', tags: ['hot'], data: { data: { litres: 42 } } }] },
  },
  'GET /api/v1/agents/{id}/data': {
    path: '/api/v1/agents/{agent}/data?page=1&pageSize=10',
    ask: grace(),
    data: { records: [{ createdAt: text, dataType: 'flow', data: { data: { litres: 42 } } }] },
  },
  'PATCH /api/v1/agents/{id}': {
    path: '/api/v1/agents/{agent}',
    ask: grace({ name: 'cellar', tags: ['b'] }),
    data: { agent: { name: 'cellar', tags: ['b'] } },
  },

  'POST /api/v1/dashboard/pages': {
    path: pages,
    ask: grace({ name: 'Hall', slug: 'hall', description: 'By the door', active: true }),
    data: { page: { ...page, slug: 'hall', description: 'By the door', active: true, modules: [] } },
    learn: (data) => ({ page: data.page._id, slug: data.page.slug }),
  },
  'GET /pages': { path: pages, ask: grace(), data: { pages: [page] } },
  'GET /pages/active': { path: `${pages}/active`, ask: grace(), data: { page } },
  'GET /pages/by-slug/{slug}': { path: `${pages}/by-slug/{slug}`, ask: grace(), data: { page } },
  'GET /pages/{id}': { path: `${pages}/{page}`, ask: grace(), data: { page } },
  'PATCH /pages/{id}': {
    path: `${pages}/{page}`,
    ask: grace({ description: 'Upstairs' }),
    data: { page: { ...page, description: 'Upstairs' } },
  },
  'PATCH /pages/reorder': {
    path: `${pages}/reorder`,
    ask: (known) => ({ by: 'grace', body: { items: [{ id: known.page, order: 0 }] } }),
    data: { pages: [{ order: 0 }] },
  },
  'POST /pages/{id}/modules': {
    path: `${pages}/{page}/modules`,
    ask: grace({ meta: { id: 'spark' }, config: {} }),
    data: { page: { ...page, modules: [widget] }, module: { ...widget, position: { x: 0, y: 0, w: 1, h: 3 } } },
    learn: (data) => ({ widget: data.module._id }),
  },
  'PATCH /pages/{id}/modules/{moduleId}, position': {
    path: `${pages}/{page}/modules/{widget}`,
    ask: grace({ position }),
    data: { page, module: { ...widget, position } },
  },
  'PATCH /pages/{id}/modules/{moduleId}, config': {
    path: `${pages}/{page}/modules/{widget}`,
    ask: grace({ config: { size: '2x2' } }),
    data: { page, module: { ...widget, config: { size: '2x2' } } },
  },
  'PATCH /pages/{id}/modules/reorder': {
    path: `${pages}/{page}/modules/reorder`,
    ask: ({ widget: id }) => ({ by: 'grace', body: { positions: [{ id, ...position, x: 2 }] } }),
    data: { page: { ...page, modules: [{ position: { ...position, x: 2 } }] } },
  },
  'DELETE /pages/{id}/modules/{moduleId}': {
    path: `${pages}/{page}/modules/{widget}`,
    ask: grace(),
    data: { page: { ...page, modules: [] } },
  },
  'DELETE /pages/{id}': { path: `${pages}/{page}`, ask: grace(), data: {} },

  'GET /api/v1/users': {
    path: '/api/v1/users',
    ask: admin(),
    data: { users: expect.arrayContaining([expect.objectContaining({ username: 'grace' })]) },
  },
  'GET /api/v1/users/{id}': { path: '/api/v1/users/{grace}', ask: admin(), data: { users: user } },
  'PATCH /api/v1/users/{id}': {
    path: '/api/v1/users/{grace}',
    ask: admin({ surname: 'Murray' }),
    data: { user: { ...user, surname: 'Murray' } },
  },
  'PATCH /api/v1/users/{id}/status': {
    path: '/api/v1/users/{grace}/status',
    ask: admin({ isActive: false }),
    data: { user: { isActive: false } },
  },
  'PATCH /api/v1/users/{id}/role': {
    path: '/api/v1/users/{grace}/role',
    ask: admin({ role: 'admin' }),
    data: { user: { role: 'admin' } },
  },
  'POST /api/v1/users/{id}/logout-all': { path: '/api/v1/users/{grace}/logout-all', ask: admin(), data: {} },
  'POST /api/v1/users/{id}/reset-password': {
    path: '/api/v1/users/{grace}/reset-password',
    ask: admin({ password: 'gq7zv1' }),
    data: {},
  },
  'DELETE /api/v1/users/{id}': { path: '/api/v1/users/{grace}', ask: admin(), data: {} },
}

/** Number of calls in section 7: 7 of authentication, 8 of agents, 8 of users and 12 of dashboards. */
const CALLS = 35

let world: TestApp
let values: Values
beforeAll(async () => {
  world = await createTestApp()
  const { tokens } = await world.signUp('warden')
  values = { admin: tokens.accessToken } as Values
})
afterAll(() => world.close())

test('every call of the specification has a row', () => {
  const names = Object.keys(calls).map((name) => name.split(',')[0])
  // One more call, by which agents send the data that two of the calls read.
  expect(new Set(names).size).toBe(CALLS + 1)
})

test.each(Object.entries(calls))('the answer is as specified: %s', async (name, { path, ask, data, learn }) => {
  const { body, by } = ask?.(values) ?? {}
  const token = { grace: values.token, admin: values.admin, agent: values.agentToken }[by ?? 'grace']
  const reply = await world.app.inject({
    method: name.split(' ')[0] as InjectOptions['method'],
    url: path.replace(/\{(\w+)\}/g, (_, key: keyof Values) => values[key]),
    headers: by ? { authorization: `Bearer ${token}` } : {},
    ...(body && { payload: body }),
  })
  const answer = reply.json()
  expect(answer).toMatchObject({ success: true, data })
  Object.assign(values, learn?.(answer.data))
})
