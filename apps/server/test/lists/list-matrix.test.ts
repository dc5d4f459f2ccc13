import { telemetry } from '@atalaya/contract/telemetry'
import { connectAgent } from '@atalaya/testbed/agent-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listCallsOf } from '#test/support/contract-lists.ts'
import { createResources } from '#test/support/owners-resources.ts'
import { createOwnersWorld, type OwnersWorld, people } from '#test/support/owners-world.ts'
import { alertLists } from './alert-lists.ts'
import { fleetLists, fleetTargets } from './fleet-lists.ts'
import { otherLists } from './other-lists.ts'

// Rows whose calls change data come last.
const rows = [...otherLists, ...alertLists, ...fleetLists, ...fleetTargets]
/** Calls for agents with their own tokens, tested below. */
const agentCalls = ['POST /api/agent/v1/sync', 'POST /api/v1/agents/{id}/data']

let world: OwnersWorld
let tokens: Map<string, string>
beforeAll(async () => {
  world = await createOwnersWorld()
  tokens = await createResources(world)
})
afterAll(() => world.close())

test('every list of the contract has a row', async () => {
  const lists = (await listCallsOf(world.app)).map(({ method, path }) => `${method} ${path}`)
  const tested = rows.map(({ route }) => `${route.method} ${route.path.replace(/:(\w+)/g, '{$1}')}`)
  expect(lists.filter((call) => ![...tested, ...agentCalls].includes(call))).toEqual([])
})

test.each(rows.map((row) => [`${row.route.method} ${row.route.path}${row.variant}`, row] as const))(
  '%s gives each user only permitted entries',
  async (_name, { route, input, entries, expected }) => {
    for (const person of people) {
      const { status, body } = await world.call(person, route, input(world.idOf, person))
      const found = status === 200 ? entries(body.data).map(world.nameOf).sort() : status
      const wanted = expected[person]
      expect({ [person]: found }).toEqual({ [person]: typeof wanted === 'number' ? wanted : wanted.toSorted() })
    }
  },
)

test('an agent gets only its own commands, and can post only its own data', async () => {
  const client = await connectAgent(await world.app.listen(), tokens.get('a2') ?? '', { journal: { known: [] } })
  const { d } = await client.next('cmd')
  expect(world.nameOf(d.execId)).toBe('a: tag-a > a2')
  client.kill()
  const push = (agent: string) =>
    world.app.call(telemetry.push, { params: { id: world.idOf(agent) }, body: { data: 1 } }, tokens.get('a2'))
  expect((await push('a2')).body.data.records[0].agentId).toBe(world.idOf('a2'))
  for (const other of ['a1', 'b1']) expect((await push(other)).status).toBe(403)
})
