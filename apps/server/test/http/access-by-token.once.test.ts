import { SCOPES, type Scope } from '@atalaya/contract/scopes'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CallInput, createWorld, type World } from '#test/support/access-world.ts'
import { contractRoutes } from '#test/support/contract-routes.ts'
import { matrix } from './access-rows.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

/** Scope that a token needs for each call of users; null if tokens may not make it. Calls without JSON come first. */
const scopes = new Map<string, Scope | null>([
  ['GET /api/v1/agents.csv', 'agents:read'],
  ['GET /api/v1/audit.csv', 'audit:read'],
  ['GET /api/v1/events', 'events:read'],
  ...contractRoutes().flatMap(({ method, path, scope }) =>
    scope === undefined ? [] : [[`${method} ${path}`, scope] as const],
  ),
])
const userCalls = Object.entries(matrix).filter(([, { status }]) => status.nobody === 401 && status.a !== 401)

describe('M1 E1 access by token', () => {
  test('each call for users has a known scope', () => {
    expect(userCalls.map(([name]) => name).filter((name) => !scopes.has(name))).toEqual([])
  })

  // A token with the scope has the rights of its owner in any role. A token without the scope is refused.
  test.each(userCalls)('%s accepts only tokens that have its scope', async (name, { status, input }) => {
    const [method = '', path = ''] = name.split(' ')
    const scope = scopes.get(name) ?? null
    const others = (Object.keys(SCOPES) as Scope[]).filter((other) => other !== scope)
    for (const owner of ['a', 'b', 'admin'] as const) {
      const statusWith = async (chosen: Scope[], input: CallInput) =>
        world.statusBy(await world.tokenOf(owner, chosen), method, path, input)
      expect([owner, await statusWith(others, {})]).toEqual([owner, 403])
      if (scope) expect([owner, await statusWith([scope], await input(world))]).toEqual([owner, status[owner]])
    }
  })
})
