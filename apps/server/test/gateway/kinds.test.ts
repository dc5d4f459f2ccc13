import { agents } from '@atalaya/contract/agents'
import { expect, test } from 'vitest'
import { gatewayWorld } from '#test/support/gateway-world.ts'

const world = gatewayWorld()
/** Maximum of systems, and of versions, in the filters. */
const KINDS_MAX = 20

const kindOf = (n: number) => ({ os: `system ${n}`, version: `1.0.${n}` })
const facets = async () => (await world.it.call(agents.facets, {}, world.ada)).body.data

test('the filters of an account list at most twenty systems and twenty versions', async () => {
  const { id, token } = await world.register()
  const other = await world.register()
  for (let n = 0; n < KINDS_MAX; n++) (await world.connect((await world.register()).token, kindOf(n))).kill()
  const before = await facets()
  expect([before.systems.length, before.versions.length]).toEqual([KINDS_MAX, KINDS_MAX])

  await world.connect(token, kindOf(KINDS_MAX))
  expect(await facets()).toEqual(before)
  expect((await world.readAgent(id)).machine).toMatchObject(kindOf(KINDS_MAX))

  await world.connect(other.token, kindOf(3))
  const { body } = await world.it.call(agents.list, { query: { system: 'system 3' } }, world.ada)
  expect(body.data.pagination.total).toBe(2)
})

test('an agent that reports another system replaces its earlier one in the filters', async () => {
  const { token } = await world.register()
  for (let n = 0; n < KINDS_MAX + 5; n++) (await world.connect(token, kindOf(n))).kill()
  const { systems } = await facets()
  expect(systems).toEqual([`system ${KINDS_MAX + 4}`])
})
