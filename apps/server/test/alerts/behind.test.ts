import { agents } from '@atalaya/contract/agents'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { JUDGE_INTERVAL, MINUTE } from '#test/support/alert-world.ts'
import { type BehindWorld, createBehindWorld, switchAlert } from '#test/support/behind-world.ts'

let it: BehindWorld
beforeEach(async () => {
  it = await createBehindWorld()
})
afterEach(() => it.close())

test('over two thousand machines behind one switch, over several levels, are one alert', async () => {
  const router = await it.register('ada', { name: 'router' })
  const { upstream, boxes } = await it.registerNetwork(2200)
  await it.putBehind(upstream, router)
  await it.createRule({ forS: 0 })
  await it.setStatus([...boxes, upstream, router], 'offline')
  await it.advance(JUDGE_INTERVAL)
  expect(await it.listFiring()).toMatchObject([{ agent: { name: 'router' }, agents: 2202, behind: 2201 }])
  expect(await it.readNotices()).toEqual(['opened'])
})

describe('a machine behind a switch, offline like the switch,', () => {
  let upstream: string
  let boxes: string[]
  beforeEach(async () => {
    ;({ upstream, boxes } = await it.registerNetwork(3))
    await it.createRule()
    await it.setStatus([upstream, ...boxes], 'offline')
    await it.advance(3 * MINUTE)
    expect(await it.listFiring()).toMatchObject(switchAlert(3))
  })

  test('is reported as a separate incident once the switch is back for the rule’s time', async () => {
    const [late = '', ...others] = boxes
    await it.setStatus([upstream, ...others], 'online')
    await it.advance(MINUTE)
    expect(await it.listFiring()).toMatchObject(switchAlert(3, 3))
    await it.advance(JUDGE_INTERVAL)
    expect(await it.listFiring()).toMatchObject([{ agent: { _id: late }, agents: 1, behind: 0 }])
    expect(await it.readNotices()).toEqual(['opened', 'opened', 'ended'])
  })

  test('is reported when the switch is removed', async () => {
    await it.as('ada', agents.remove, { params: { id: upstream } })
    await it.advance(3 * MINUTE)
    expect(await it.listFiring()).toMatchObject([{ agents: 3, behind: 0 }])
    expect(await it.listEnded()).toMatchObject([{ agent: { name: 'switch' } }])
    const { agent } = await it.as('ada', agents.get, { params: { id: boxes[0] ?? '' } })
    expect(agent.behind).toBeNull()
  })

  test('is reported when it no longer lives behind the switch', async () => {
    const [moved = ''] = boxes
    await it.putBehind(moved, null)
    await it.advance(2 * MINUTE)
    const firing = await it.listFiring()
    expect(firing).toMatchObject([{ agent: { _id: moved }, agents: 1 }, ...switchAlert(3, 3)])
  })

  test('is not reported again while the switch flaps', async () => {
    await it.advance(10 * MINUTE, (passed) =>
      passed % (4 * JUDGE_INTERVAL) === 0
        ? it.setStatus([upstream], passed % (8 * JUDGE_INTERVAL) === 0 ? 'online' : 'offline')
        : undefined,
    )
    expect(await it.listFiring()).toMatchObject(switchAlert(3))
    expect(await it.readNotices()).toEqual(['opened'])
  })
})
