import { agents } from '@atalaya/contract/agents'
import { alerts } from '@atalaya/contract/alert-incidents'
import { alertRules } from '@atalaya/contract/alert-rules'
import { users } from '@atalaya/contract/users'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { offlineRule } from '#test/support/alert-fixtures.ts'
import { type AlertWorld, createAlertWorld, HOUR, JUDGE_INTERVAL, MINUTE } from '#test/support/alert-world.ts'

let it: AlertWorld
beforeEach(async () => {
  it = await createAlertWorld()
})
afterEach(() => it.close())

test('an agent offline for the rule’s time is one incident, which ends after the same time online', async () => {
  const box = await it.register('ada', { name: 'box' })
  const rule = await it.createRule()
  await it.advance(MINUTE)
  await it.setStatus([box], 'offline')
  await it.advance(MINUTE)
  expect(await it.listFiring()).toEqual([])
  await it.advance(JUDGE_INTERVAL)
  const [incident] = await it.listFiring()
  expect(incident).toMatchObject({
    ruleId: rule._id,
    ruleName: 'Offline',
    severity: 'critical',
    text: 'It is offline',
    agent: { _id: box, name: 'box' },
    firing: 1,
    agents: 1,
    endedAt: null,
    isSilenced: false,
  })
  await it.setStatus([box], 'online')
  await it.advance(MINUTE)
  expect(await it.listFiring()).toHaveLength(1)
  await it.advance(JUDGE_INTERVAL)
  expect(await it.listFiring()).toEqual([])
  expect(await it.listEnded()).toMatchObject([{ _id: incident?._id, firing: 0, endedBecause: 'recovered' }])
  expect(await it.readNotices()).toEqual(['opened', 'ended'])
  expect(it.emitted.map(({ firing }) => firing)).toEqual([1, 0])
})

test('300 machines that go offline in two groups are one incident', async () => {
  const ids = await it.registerMany('ada', 300)
  await it.createRule()
  const half = 150
  await it.setStatus(ids.slice(0, half), 'offline')
  await it.advance(2 * JUDGE_INTERVAL)
  await it.setStatus(ids.slice(half), 'offline')
  await it.advance(3 * MINUTE)
  expect(await it.listFiring()).toMatchObject([{ firing: 300, agents: 300 }])
  expect(await it.readNotices()).toEqual(['opened'])
  const [incident] = await it.listFiring()
  const { members } = await it.as('ada', alerts.get, { params: { id: incident?._id ?? '' } })
  // At most 200 members are listed.
  expect(members).toHaveLength(200)
})

test('machines offline soon after cause one more message, and much later ones a separate incident', async () => {
  const ids = await it.registerMany('ada', 3)
  await it.createRule({ forS: 0 })
  await it.setStatus(ids.slice(0, 1), 'offline')
  await it.advance(JUDGE_INTERVAL)
  // Deletes the pending messages, as if they were sent.
  await it.db.deleteFrom('alert_notices').execute()
  await it.setStatus(ids.slice(1, 2), 'offline')
  await it.advance(JUDGE_INTERVAL)
  expect(await it.readNotices()).toEqual(['grew'])
  await it.advance(MINUTE)
  await it.setStatus(ids.slice(2), 'offline')
  await it.advance(JUDGE_INTERVAL)
  expect((await it.listFiring()).map(({ firing }) => firing)).toEqual([1, 2])
})

describe('a server that was not running', () => {
  test.each([
    ['for ten minutes', 10 * MINUTE],
    ['while the clock was set an hour ahead', HOUR],
    ['while the clock was set an hour back', -HOUR],
  ])('%s does not report agents that take a while to reconnect', async (_what, ms) => {
    const boxes = await it.registerMany('ada', 3)
    await it.createRule()
    await it.advance(MINUTE)
    it.jump(ms)
    await it.setStatus(boxes, 'offline')
    await it.instance.watch()
    await it.advance(MINUTE)
    await it.setStatus(boxes, 'online')
    await it.advance(5 * MINUTE)
    expect(await it.readNotices()).toEqual([])
  })

  test('continues to evaluate minutes after its clock was set back an hour during an alert', async () => {
    const [first = '', second = ''] = await it.registerMany('ada', 2)
    await it.createRule({ forS: 0 })
    await it.setStatus([first], 'offline')
    await it.advance(MINUTE)
    it.jump(-HOUR)
    await it.advance(4 * MINUTE)
    await it.setStatus([second], 'offline')
    await it.advance(MINUTE)
    expect(await it.listFiring()).toHaveLength(2)
  })

  test('reports agents that stay offline', async () => {
    const [box = ''] = await it.registerMany('ada', 1)
    await it.createRule()
    it.jump(10 * MINUTE)
    await it.setStatus([box], 'offline')
    await it.instance.watch()
    await it.advance(4 * MINUTE)
    expect(await it.readNotices()).toEqual(['opened'])
  })
})

test('two instances report the same incident once', async () => {
  const boxes = await it.registerMany('ada', 20)
  await it.createRule()
  const other = await it.createInstance()
  await it.advance(3 * MINUTE, () => other.watch())
  await it.setStatus(boxes, 'offline')
  await it.advance(2 * MINUTE, async () => {
    await Promise.all([it.instance.watch(), other.watch()])
  })
  expect(await it.listFiring()).toMatchObject([{ firing: 20 }])
  expect(await it.readNotices()).toEqual(['opened'])
})

test('a rule counts as judged once it has been on for its time and was evaluated then', async () => {
  await it.createRule({ forS: 60 })
  const judged = async () => (await it.as('ada', alerts.counts)).judged
  await it.advance(MINUTE)
  expect(await judged()).toBe(0)
  await it.advance(JUDGE_INTERVAL)
  expect(await judged()).toBe(1)
})

describe('while an alert fires', () => {
  let box: string
  let rule: { _id: string; version: number }
  beforeEach(async () => {
    box = await it.register('ada', { name: 'box', tags: ['lab'] })
    rule = await it.createRule({ selector: { tags: ['lab'] } })
    await it.setStatus([box], 'offline')
    await it.advance(2 * MINUTE)
    expect(await it.listFiring()).toHaveLength(1)
  })
  const edit = (change: object) => {
    const body = { rule: { ...offlineRule, selector: { tags: ['lab'] }, ...change }, version: rule.version }
    return it.as('ada', alertRules.edit, { params: { id: rule._id }, body })
  }

  test('switching its rule off ends the alert', async () => {
    await edit({ isOn: false })
    await it.advance(JUDGE_INTERVAL)
    expect(await it.listEnded()).toMatchObject([{ endedBecause: 'rule changed' }])
    expect(await it.as('ada', alerts.counts)).toMatchObject({ rules: 1, watching: 0 })
  })

  test('a change of its rule keeps the alert as it is', async () => {
    await edit({ name: 'Away', forS: 3600 })
    await it.advance(5 * MINUTE)
    expect(await it.listFiring()).toMatchObject([{ ruleName: 'Offline' }])
    expect(await it.readNotices()).toEqual(['opened'])
  })

  test('the removal of its rule ends the alert, which stays in the history', async () => {
    await it.as('ada', alertRules.remove, { params: { id: rule._id } })
    expect(await it.listEnded()).toMatchObject([{ ruleId: null, ruleName: 'Offline', endedBecause: 'rule changed' }])
  })

  test('the removal of its agent ends the alert', async () => {
    await it.as('ada', agents.remove, { params: { id: box } })
    await it.advance(JUDGE_INTERVAL)
    const [incident] = await it.listEnded()
    expect(incident).toMatchObject({ endedBecause: 'agents gone', agent: { name: 'box' } })
    const { members } = await it.as('ada', alerts.get, { params: { id: incident?._id ?? '' } })
    expect(members).toMatchObject([{ agent: { _id: null, name: 'box' } }])
  })

  test('a rename of its agent keeps the alert firing', async () => {
    await it.as('ada', agents.edit, { params: { id: box }, body: { name: 'crate' } })
    await it.advance(MINUTE)
    expect(await it.listFiring()).toHaveLength(1)
    expect(await it.readNotices()).toEqual(['opened'])
  })

  test('an agent that loses the rule’s tag ends the alert', async () => {
    await it.as('ada', agents.edit, { params: { id: box }, body: { tags: [] } })
    await it.advance(JUDGE_INTERVAL)
    expect(await it.listEnded()).toMatchObject([{ endedBecause: 'rule changed' }])
  })

  test('the deactivation of its owner ends the alert', async () => {
    const { users: all } = await it.as('admin', users.list)
    const ada = all.find(({ username }: { username: string }) => username === 'ada')
    await it.as('admin', users.setStatus, { params: { id: ada._id }, body: { isActive: false } })
    await it.advance(JUDGE_INTERVAL)
    const [row] = await it.db.selectFrom('alert_incidents').select('ended_because').execute()
    expect(row?.ended_because).toBe('rule changed')
  })

  test('a user who acknowledges the alert twice is named once', async () => {
    const [incident] = await it.listFiring()
    expect((await it.as('ada', alerts.list, { query: { unacknowledged: 'true' } })).incidents).toHaveLength(1)
    const params = { id: incident?._id ?? '' }
    await it.as('ada', alerts.acknowledge, { params })
    const { incident: acknowledged } = await it.as('ada', alerts.acknowledge, { params })
    expect(acknowledged.acknowledged).toMatchObject({ by: 'ada' })
    expect((await it.as('ada', alerts.list, { query: { unacknowledged: 'true' } })).incidents).toEqual([])
    expect(await it.as('ada', alerts.counts)).toEqual({
      firing: 1,
      unacknowledged: 0,
      worst: 'critical',
      rules: 1,
      watching: 1,
      judged: 1,
    })
  })

  test('nobody can acknowledge the alert after its end', async () => {
    const [incident] = await it.listFiring()
    await edit({ isOn: false })
    await it.advance(JUDGE_INTERVAL)
    await it.as('ada', alerts.acknowledge, { params: { id: incident?._id ?? '' } })
    expect(await it.listEnded()).toMatchObject([{ acknowledged: null }])
  })

  test('a stranger, even an administrator, does not see the alert', async () => {
    const [incident] = await it.listFiring()
    for (const stranger of ['bob', 'admin']) {
      expect(await it.listFiring(stranger)).toEqual([])
      expect((await it.ask(stranger, alerts.get, { params: { id: incident?._id ?? '' } })).status).toBe(404)
      expect(await it.as(stranger, alerts.counts)).toEqual({
        firing: 0,
        unacknowledged: 0,
        worst: null,
        rules: 0,
        watching: 0,
        judged: 0,
      })
    }
  })
})
