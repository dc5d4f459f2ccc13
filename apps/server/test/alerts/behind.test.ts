import { agents } from '@atalaya/contract/agents'
import { alerts } from '@atalaya/contract/alert-incidents'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type AlertWorld, createAlertWorld, LOOK, MINUTE } from '#test/support/alert-world.ts'

const BEHIND = 300

let it: AlertWorld
beforeEach(async () => {
  it = await createAlertWorld()
})
afterEach(() => it.close())

const put = (id: string, behind: string | null) => it.as('ada', agents.edit, { params: { id }, body: { behind } })

/** A machine with many behind it. */
async function network(count: number) {
  const upstream = await it.register('ada', { name: 'switch' })
  const boxes = await it.registerMany('ada', count)
  await it.db.updateTable('agents').set({ behind_id: upstream }).where('id', 'in', boxes).execute()
  return { upstream, boxes }
}

const theSwitchAnd = (behind: number, firing = behind + 1) => [
  { agent: { name: 'switch' }, text: 'It is offline', agents: behind + 1, behind, firing },
]

describe('300 machines behind one switch are one alert, named for the switch', () => {
  test.each([
    ['where the switch is away first', [0, 2]],
    ['where it is away last', [2, 0]],
    ['where all are away at once', [0, 0]],
  ])('%s', async (_when, [switchAt = 0, boxesAt = 0]) => {
    const { upstream, boxes } = await network(BEHIND)
    await it.write()
    await it.pass(3 * MINUTE, async (passed) => {
      if (passed === (switchAt + 1) * LOOK) await it.stand([upstream], 'offline')
      if (passed === (boxesAt + 1) * LOOK) await it.stand(boxes, 'offline')
    })
    expect(await it.firing()).toMatchObject(theSwitchAnd(BEHIND))
    expect(await it.notices()).toEqual(['opened'])
  })

  test.each([1, 3])('by a rule that waits for nothing, %i looks after the first of them', async (looks) => {
    const { upstream, boxes } = await network(BEHIND)
    await it.write({ forS: 0 })
    await it.stand(boxes, 'offline')
    await it.pass(looks * LOOK)
    await it.stand([upstream], 'offline')
    await it.pass(2 * LOOK)
    expect(await it.firing()).toMatchObject(theSwitchAnd(BEHIND))
    expect(await it.notices()).toEqual(['opened'])
    await it.stand([upstream, ...boxes], 'online')
    await it.pass(5 * MINUTE)
    expect(await it.firing()).toEqual([])
    expect(await it.notices()).toEqual(['opened', 'ended'])
  })

  test('over two thousand of them too, and over several levels', async () => {
    const router = await it.register('ada', { name: 'router' })
    const { upstream, boxes } = await network(2200)
    await put(upstream, router)
    await it.write({ forS: 0 })
    await it.stand([...boxes, upstream, router], 'offline')
    await it.pass(LOOK)
    expect(await it.firing()).toMatchObject([{ agent: { name: 'router' }, agents: 2202, behind: 2201 }])
    expect(await it.notices()).toEqual(['opened'])
  })
})

describe('while a switch is away', () => {
  test('nobody is told of those behind it that follow within five minutes', async () => {
    const { upstream, boxes } = await network(3)
    await it.write()
    await it.stand([upstream], 'offline')
    await it.pass(MINUTE + LOOK)
    // As if it had been told.
    await it.db.deleteFrom('alert_notices').execute()
    for (const box of boxes) {
      await it.stand([box], 'offline')
      await it.pass(2 * MINUTE)
    }
    await it.pass(10 * MINUTE)
    expect(await it.firing()).toMatchObject(theSwitchAnd(3))
    expect(await it.notices()).toEqual([])
    const [incident] = await it.firing()
    const { members } = await it.as('ada', alerts.get, { params: { id: incident?._id ?? '' } })
    expect(members.filter(({ isBehind }: { isBehind: boolean }) => isBehind)).toHaveLength(3)
  })

  test('one that was there without it for longer is told as any other', async () => {
    const { upstream, boxes } = await network(2)
    const [soon = '', late = ''] = boxes
    await it.write()
    await it.stand([upstream, soon], 'offline')
    await it.pass(7 * MINUTE)
    await it.stand([late], 'offline')
    await it.pass(2 * MINUTE)
    expect(await it.firing()).toMatchObject([{ agent: { _id: late }, agents: 1, behind: 0 }, ...theSwitchAnd(1)])
    expect(await it.notices()).toEqual(['opened', 'opened'])
  })

  test('one that is not behind it is told by itself, and one whose rule is about it alone', async () => {
    const { upstream, boxes } = await network(1)
    const other = await it.register('ada', { name: 'other' })
    await it.write()
    await it.stand([upstream, ...boxes], 'offline')
    await it.pass(3 * MINUTE)
    await it.stand([other], 'offline')
    await it.pass(3 * MINUTE)
    expect(await it.firing()).toMatchObject([{ agent: { name: 'other' }, behind: 0 }, ...theSwitchAnd(1)])
  })
})

describe('one behind it that stays away', () => {
  let upstream: string
  let boxes: string[]
  beforeEach(async () => {
    ;({ upstream, boxes } = await network(3))
    await it.write()
    await it.stand([upstream, ...boxes], 'offline')
    await it.pass(3 * MINUTE)
    expect(await it.firing()).toMatchObject(theSwitchAnd(3))
  })

  test('when the switch is back is told as its own, after the time of the rule', async () => {
    const [late = '', ...others] = boxes
    await it.stand([upstream, ...others], 'online')
    await it.pass(MINUTE)
    expect(await it.firing()).toMatchObject(theSwitchAnd(3, 3))
    await it.pass(LOOK)
    expect(await it.firing()).toMatchObject([{ agent: { _id: late }, agents: 1, behind: 0 }])
    expect(await it.notices()).toEqual(['opened', 'opened', 'ended'])
  })

  test('when the switch is removed', async () => {
    await it.as('ada', agents.remove, { params: { id: upstream } })
    await it.pass(3 * MINUTE)
    expect(await it.firing()).toMatchObject([{ agents: 3, behind: 0 }])
    expect(await it.ended()).toMatchObject([{ agent: { name: 'switch' } }])
    const { agent } = await it.as('ada', agents.get, { params: { id: boxes[0] ?? '' } })
    expect(agent.behind).toBeNull()
  })

  test('is told when it no longer lives behind it', async () => {
    const [moved = ''] = boxes
    await put(moved, null)
    await it.pass(2 * MINUTE)
    const firing = await it.firing()
    expect(firing).toMatchObject([{ agent: { _id: moved }, agents: 1 }, ...theSwitchAnd(3, 3)])
  })

  test('is told of once more by nobody where the switch comes and goes', async () => {
    await it.pass(10 * MINUTE, (passed) =>
      passed % (4 * LOOK) === 0 ? it.stand([upstream], passed % (8 * LOOK) === 0 ? 'online' : 'offline') : undefined,
    )
    expect(await it.firing()).toMatchObject(theSwitchAnd(3))
    expect(await it.notices()).toEqual(['opened'])
  })
})

test('one that lives behind something that is well is told as any other', async () => {
  const { boxes } = await network(1)
  await it.write()
  await it.stand(boxes, 'offline')
  await it.pass(2 * MINUTE)
  expect(await it.firing()).toMatchObject([{ agents: 1, behind: 0 }])
})

test('what is wrong with it alone is told, whatever is wrong with what it lives behind', async () => {
  const { upstream, boxes } = await network(1)
  await it.write({ condition: { kind: 'status', status: 'degraded' } })
  await it.stand([upstream], 'degraded')
  await it.pass(6 * MINUTE)
  await it.stand(boxes, 'degraded')
  await it.pass(2 * MINUTE)
  expect(await it.firing()).toMatchObject([
    { agents: 1, behind: 0 },
    { agents: 1, behind: 0 },
  ])
  expect(await it.notices()).toEqual(['opened', 'opened'])
})
