import { type AlertRuleInput, alertRules, RULES_MAX } from '@atalaya/contract/alert-rules'
import { users } from '@atalaya/contract/users'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { diskRule, offlineRule } from '#test/support/alert-fixtures.ts'
import { type AlertWorld, createAlertWorld, DAY, HOUR, JUDGE_INTERVAL, MINUTE } from '#test/support/alert-world.ts'

let it: AlertWorld
beforeEach(async () => {
  it = await createAlertWorld()
})
afterEach(() => it.close())

describe('the machines of a rule', () => {
  test('include everybody’s machines if an administrator made it for the fleet', async () => {
    const { status } = await it.ask('ada', alertRules.create, { body: { ...offlineRule, reach: 'fleet' } })
    expect(status).toBe(403)
    const rule = await it.createRule({ reach: 'fleet', forS: 0 }, 'admin')
    const box = await it.register('ada', { name: 'box' })
    await it.setStatus([box], 'offline')
    await it.advance(JUDGE_INTERVAL)
    expect(await it.listFiring('admin')).toMatchObject([{ ruleId: rule._id, reach: 'fleet', agent: { name: 'box' } }])
    expect(await it.listFiring('ada')).toEqual([])
  })

  test('exclude those of a deactivated account', async () => {
    await it.createRule({ reach: 'fleet', forS: 0 }, 'admin')
    const box = await it.register('ada')
    const { users: all } = await it.as('admin', users.list)
    const { _id: id } = all.find(({ username }: { username: string }) => username === 'ada')
    await it.as('admin', users.setStatus, { params: { id }, body: { isActive: false } })
    await it.setStatus([box], 'offline')
    await it.advance(MINUTE)
    expect(await it.listFiring('admin')).toEqual([])
  })

  test('are only those of its owner, and strangers neither see nor change the rule', async () => {
    const rule = await it.createRule({ forS: 0 })
    const box = await it.register('bob')
    await it.setStatus([box], 'offline')
    await it.advance(MINUTE)
    expect(await it.listFiring()).toEqual([])
    for (const stranger of ['bob', 'admin']) {
      expect((await it.as(stranger, alertRules.list)).rules).toEqual([])
      const params = { id: rule._id }
      const body = { rule: offlineRule, version: rule.version }
      expect((await it.ask(stranger, alertRules.edit, { params, body })).status).toBe(404)
      expect((await it.ask(stranger, alertRules.remove, { params })).status).toBe(404)
    }
  })

  test('cannot be changed from the user’s own agents to the fleet', async () => {
    const rule = await it.createRule({}, 'admin')
    const body = { rule: { ...offlineRule, reach: 'fleet' }, version: rule.version }
    const { status, body: answer } = await it.ask('admin', alertRules.edit, { params: { id: rule._id }, body })
    expect([status, answer.code]).toEqual([400, 'alerts.other_reach'])
  })

  test('are those that its selector matches', async () => {
    const [one, two, three] = [
      await it.register('ada', { name: 'one', tags: ['lab', 'old'] }),
      await it.register('ada', { name: 'two', tags: ['lab'] }),
      await it.register('ada', { name: 'three', tags: ['home'] }),
    ]
    const countSelected = async (selector: AlertRuleInput['selector']) => {
      const rule = await it.createRule({ selector, forS: 0, clear: { forS: 0 } })
      const { preview } = await it.as('ada', alertRules.preview, { body: { ...offlineRule, selector } })
      await it.setStatus([one, two, three], 'offline')
      await it.advance(JUDGE_INTERVAL)
      const [incident] = await it.listFiring()
      await it.setStatus([one, two, three], 'online')
      await it.advance(JUDGE_INTERVAL)
      await it.as('ada', alertRules.remove, { params: { id: rule._id } })
      expect(incident?.firing ?? 0).toBe(preview.agents)
      return preview.agents
    }
    expect(await countSelected({})).toBe(3)
    expect(await countSelected({ agentIds: [one, three] })).toBe(2)
    expect(await countSelected({ tags: ['lab', 'home'] })).toBe(3)
    expect(await countSelected({ tags: ['lab', 'old'], match: 'all' })).toBe(1)
    expect(await countSelected({ tags: ['lab'], without: ['old'] })).toBe(1)
    expect(await countSelected({ without: ['lab'] })).toBe(1)
  })
})

test('the second of two people who edit a rule at once gets a conflict', async () => {
  const rule = await it.createRule()
  const edit = (name: string) =>
    it.ask('ada', alertRules.edit, {
      params: { id: rule._id },
      body: { rule: { ...offlineRule, name }, version: rule.version },
    })
  expect((await edit('first')).body.data.rule).toMatchObject({ name: 'first', version: 2 })
  const { status, body } = await edit('second')
  expect([status, body.code]).toEqual([409, 'alerts.changed'])
})

test('the number of rules is limited', async () => {
  for (let n = 0; n < RULES_MAX; n += 1) await it.createRule({ name: `rule ${n}` })
  const { status, body } = await it.ask('ada', alertRules.create, { body: offlineRule })
  expect([status, body.code]).toEqual([409, 'alerts.too_many_rules'])
})

describe('the preview of a rule over the last week', () => {
  const preview = async (rule: object) => (await it.as('ada', alertRules.preview, { body: rule })).preview

  test('counts how often a number was beyond its bound', async () => {
    const box = await it.register()
    const percents = [50, 95, 95, 95, 89, 50, 95, 95, 50]
    for (const percent of percents) {
      for (let minute = 0; minute < 20; minute += 1)
        await it.reportMinute(box, { 'disk.used': percent, 'disk.total': 100 })
    }
    const rule = diskRule({}, { forS: 600, clear: { value: 88, forS: 0 } })
    expect(await preview(rule)).toMatchObject({ agents: 1, times: 2, onAgents: 1 })
    expect(await preview(diskRule({ value: 97 }))).toMatchObject({ times: 0, onAgents: 0 })
  }, 60_000)

  test('counts how often a machine was offline', async () => {
    const box = await it.register()
    await it.register()
    await it.reportMinute(box, { 'cpu.percent': 5 })
    await it.advance(2 * HOUR)
    await it.reportMinute(box, { 'cpu.percent': 5 })
    expect(await preview({ ...offlineRule, forS: 3600 })).toMatchObject({ agents: 2, times: 1, onAgents: 1 })
    expect(await preview({ ...offlineRule, forS: 3 * 3600 })).toMatchObject({ times: 0 })
  })

  test('has no count for a condition without history', async () => {
    const rule = { ...offlineRule, condition: { kind: 'outdated' } }
    const { times, from } = await preview(rule)
    expect(times).toBeNull()
    expect(Date.parse(from)).toBe(it.now() - 7 * DAY)
  })
})
