import { agents } from '@atalaya/contract/agents'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type AlertWorld, createAlertWorld } from '#test/support/alert-world.ts'

let it: AlertWorld
beforeEach(async () => {
  it = await createAlertWorld()
})
afterEach(() => it.close())

const edit = (id: string, body: unknown, username = 'ada') =>
  it.ask(username, agents.edit, { params: { id }, body: body as object })
const behindOf = async (id: string) => (await it.as('ada', agents.get, { params: { id } })).agent.behind

/** Registers agents in a chain: each lives behind the one before it. */
async function registerChain(count: number): Promise<string[]> {
  const ids = await it.registerMany('ada', count)
  for (const [n, id] of ids.entries()) {
    if (n > 0) expect((await edit(id, { behind: ids[n - 1] })).status).toBe(200)
  }
  return ids
}

test('a merge patch sets an agent’s upstream, and a JSON Patch sets and removes it', async () => {
  const [box = '', router = ''] = await it.registerMany('ada', 2)
  expect(await behindOf(box)).toBeNull()
  const { body } = await edit(box, { behind: router })
  expect(body.data.agent).toMatchObject({ name: 'box 0', behind: router })
  await edit(box, { name: 'other' })
  expect(await behindOf(box)).toBe(router)
  await edit(box, [{ op: 'remove', path: '/behind' }])
  expect(await behindOf(box)).toBeNull()
  await edit(box, [{ op: 'add', path: '/behind', value: router }])
  const { agents: listed } = await it.as('ada', agents.list)
  expect(listed.map(({ behind }: { behind: string | null }) => behind).sort()).toEqual([router, null].sort())
})

describe('an upstream is refused, with the reason, if it', () => {
  const expectRefusal = async (id: string, behind: unknown, message: RegExp, username = 'ada') => {
    const { status, body } = await edit(id, { behind }, username)
    expect([status, body.error]).toEqual([400, expect.stringMatching(message)])
  }

  test('is the agent itself', async () => {
    const [box = ''] = await it.registerMany('ada', 1)
    await expectRefusal(box, box, /cannot live behind itself/)
    await expectRefusal(box, 7, /Only name, tags and behind can be changed/)
  })

  test('belongs to somebody else, with the same error as an unknown one, for every caller', async () => {
    const [box = ''] = await it.registerMany('ada', 1)
    const [other = ''] = await it.registerMany('bob', 1)
    for (const by of ['ada', 'admin']) {
      await expectRefusal(box, other, /no other one with that id/, by)
      await expectRefusal(box, crypto.randomUUID(), /no other one with that id/, by)
    }
  })

  test('closes a circle', async () => {
    const [first = '', second = '', third = ''] = await registerChain(3)
    await expectRefusal(first, third, /lives behind this one itself/)
    await expectRefusal(first, second, /lives behind this one itself/)
    expect(await behindOf(first)).toBeNull()
  })

  test('makes a ninth level, above or below', async () => {
    const ids = await registerChain(9)
    const [box = ''] = await it.registerMany('ada', 1)
    await expectRefusal(box, ids[8], /8 levels at most/)
    await expectRefusal(ids[0] ?? '', box, /8 levels at most/)
    expect((await edit(box, { behind: ids[7] })).status).toBe(200)
  })

  test('closes a circle together with a simultaneous change', async () => {
    const [one = '', other = ''] = await it.registerMany('ada', 2)
    const answers = await Promise.all([edit(one, { behind: other }), edit(other, { behind: one })])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
  })
})

test('an agent has no upstream any more once its upstream is removed', async () => {
  const [router = '', box = ''] = await registerChain(2)
  await it.as('ada', agents.remove, { params: { id: router } })
  expect(await behindOf(box)).toBeNull()
})
