import { type AlertRuleInput, alertRules } from '@atalaya/contract/alert-rules'
import { commands } from '@atalaya/contract/commands'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { orderKey } from '#server/domain/agent-index-columns.ts'
import { offlineRule } from '#test/support/alert-fixtures.ts'
import { NEWEST_AGENT } from '#test/support/alert-instance.ts'
import { type AlertWorld, createAlertWorld, HOUR, JUDGE_INTERVAL, MINUTE } from '#test/support/alert-world.ts'

let it: AlertWorld
let box: string
beforeEach(async () => {
  it = await createAlertWorld()
  box = await it.register('ada', { name: 'box' })
})
afterEach(() => it.close())

const disk: Partial<AlertRuleInput> = {
  name: 'Disk',
  condition: { kind: 'metric', metric: 'disk.used', is: 'above', value: 90 },
  forS: 0,
  clear: { value: 88, forS: 0 },
}
const reportDiskUsed = (percent: number) => it.reportMinute(box, { 'disk.used': percent * 2, 'disk.total': 200 })

describe('a rule about a number', () => {
  test('compares the average over a minute, in per cent of the capacity', async () => {
    await it.createRule(disk)
    await reportDiskUsed(90)
    expect(await it.listFiring()).toEqual([])
    await reportDiskUsed(93.2)
    expect(await it.listFiring()).toMatchObject([{ text: 'Disk used is 93.2 %, above 90 %', agent: { name: 'box' } }])
  })

  test('names no number once several machines are beyond its bound, as each has its own', async () => {
    const other = await it.register('ada', { name: 'other' })
    await it.createRule(disk)
    await it.reportMinute([box, other], { 'disk.used': 186.4, 'disk.total': 200 })
    expect(await it.listFiring()).toMatchObject([{ agents: 2, text: 'Disk used above 90 %' }])
  })

  test('finds the number in every sample, whatever other numbers are in it', async () => {
    const other = await it.register('ada', { name: 'other' })
    await it.createRule(disk)
    await reportDiskUsed(95)
    await it.reportMinute(other, { 'cpu.percent': 5, 'disk.total': 200, 'disk.used': 190 })
    expect((await it.listFiring()).map(({ agent, text }) => [agent.name, text])).toEqual([
      ['other', 'Disk used is 95 %, above 90 %'],
      ['box', 'Disk used is 95 %, above 90 %'],
    ])
  })

  test('keeps its state while the number is between both bounds', async () => {
    await it.createRule(disk)
    await reportDiskUsed(89)
    expect(await it.listFiring()).toEqual([])
    await reportDiskUsed(91)
    await reportDiskUsed(89)
    expect(await it.listFiring()).toHaveLength(1)
    await reportDiskUsed(88)
    expect(await it.listFiring()).toEqual([])
  })

  test('fires once the number is beyond its bound for the rule’s time', async () => {
    await it.createRule({ ...disk, forS: 300 })
    // The condition counts as met from the end of the first minute.
    for (let minute = 0; minute < 5; minute += 1) await reportDiskUsed(95)
    expect(await it.listFiring()).toEqual([])
    await reportDiskUsed(95)
    expect(await it.listFiring()).toHaveLength(1)
  })

  test('fires nothing new once the number is no longer sent, and a firing alert continues', async () => {
    await it.createRule(disk)
    await it.createRule({ ...disk, name: 'For long', forS: 600 })
    await reportDiskUsed(95)
    await it.advance(HOUR)
    expect(await it.listFiring()).toMatchObject([{ ruleName: 'Disk' }])
  })

  test('compares with a lower bound, also for a number that the agent defined itself', async () => {
    await it.reportMinute(box, { 'rooms.free': 9 })
    const condition = { kind: 'metric', metric: 'rooms.free', is: 'below', value: 3 } as const
    await it.createRule({ condition, forS: 0, clear: { forS: 0 } })
    await it.reportMinute(box, { 'rooms.free': 3 })
    expect(await it.listFiring()).toEqual([])
    await it.reportMinute(box, { 'rooms.free': 2 })
    expect(await it.listFiring()).toMatchObject([{ text: 'rooms.free is 2, below 3' }])
  })
})

test('a connected agent that sends no numbers fires an alert', async () => {
  await it.createRule({ condition: { kind: 'silent', afterS: 600 }, forS: 0, clear: { forS: 0 } })
  const storeNumbers = (at: number) => it.db.updateTable('agent_numbers').set({ at, cpu: 1 }).execute()
  await storeNumbers(it.now())
  await it.advance(10 * MINUTE - JUDGE_INTERVAL)
  expect(await it.listFiring()).toEqual([])
  await it.advance(JUDGE_INTERVAL)
  expect(await it.listFiring()).toMatchObject([{ text: 'It is connected and has sent no numbers for 10 min' }])
  await storeNumbers(it.now())
  await it.advance(JUDGE_INTERVAL)
  expect(await it.listFiring()).toEqual([])
})

test('an agent that reports a degraded status fires an alert', async () => {
  await it.createRule({ condition: { kind: 'status', status: 'degraded' }, forS: 0, clear: { forS: 0 } })
  await it.setStatus([box], 'degraded')
  await it.advance(JUDGE_INTERVAL)
  await it.setStatus([box], 'reconnecting')
  await it.advance(MINUTE)
  expect(await it.listFiring()).toMatchObject([{ text: 'It is degraded' }])
  await it.setStatus([box], 'running')
  await it.advance(JUDGE_INTERVAL)
  expect(await it.listFiring()).toEqual([])
})

/** Sends the agent a command that fails at once. */
const failCommand = async () => {
  const { commands: sent } = await it.as('ada', commands.send, { body: { command: 'backup', agentId: box } })
  await it.db
    .updateTable('commands')
    .set({ status: 'failed', is_open: 0, ended_at: it.now() })
    .where('id', '=', sent[0].commandId)
    .execute()
}

test('a command that fails after the rule was made fires an alert, which ends after the rule’s time', async () => {
  await failCommand()
  await it.advance(JUDGE_INTERVAL)
  const rule = { condition: { kind: 'commandFailed' as const, withinS: 3600 }, forS: 0, clear: { forS: 0 } }
  await it.createRule(rule)
  await it.advance(MINUTE)
  expect(await it.listFiring()).toEqual([])
  await failCommand()
  await it.advance(JUDGE_INTERVAL)
  expect(await it.listFiring()).toMatchObject([{ text: 'The command backup failed' }])
  await it.advance(HOUR)
  expect(await it.listFiring()).toEqual([])
  // The four failures make two alerts: a failure while an alert fires belongs to that alert.
  it.jump(HOUR)
  await failCommand()
  it.jump(10 * MINUTE)
  await failCommand()
  const { preview } = await it.as('ada', alertRules.preview, { body: { ...offlineRule, ...rule } })
  expect(preview).toMatchObject({ times: 2, onAgents: 1 })
})

test('a chain of failed commands is one alert, and the preview counts it once', async () => {
  const condition = { kind: 'commandFailed' as const, withinS: 3600 }
  const rule = await it.createRule({ condition, forS: 0, clear: { forS: 0 } })
  for (let n = 0; n < 3; n += 1) {
    await failCommand()
    // In steps of half a minute, as this test passes two hours.
    await it.advance(40 * MINUTE, undefined, 3 * JUDGE_INTERVAL)
  }
  expect(await it.listFiring()).toMatchObject([{ ruleId: rule._id }])
  expect(await it.listEnded()).toEqual([])
  const body = { ...offlineRule, condition, forS: 0, clear: { forS: 0 } }
  expect((await it.as('ada', alertRules.preview, { body })).preview).toMatchObject({ times: 1, onAgents: 1 })
})

test('a failed command counts for each rule as long as that rule says', async () => {
  for (const [name, withinS] of [
    ['short', 60],
    ['long', 3600],
  ] as const) {
    await it.createRule({ name, condition: { kind: 'commandFailed', withinS }, forS: 300, clear: { forS: 0 } })
  }
  await it.advance(JUDGE_INTERVAL)
  await failCommand()
  await it.advance(6 * MINUTE)
  expect((await it.listFiring()).map(({ ruleName }) => ruleName)).toEqual(['long'])
})

test('an agent with an older version than the server’s fires an alert', async () => {
  await it.createRule({ condition: { kind: 'outdated' }, forS: 0, clear: { forS: 0 } })
  const setVersion = (version: string) =>
    it.db
      .updateTable('agents')
      .set({ version_key: orderKey(version) })
      .execute()
  await setVersion(`0.1+${NEWEST_AGENT}`)
  await it.advance(JUDGE_INTERVAL)
  expect(await it.listFiring()).toEqual([])
  await setVersion('0.1+00000000')
  await it.advance(JUDGE_INTERVAL)
  expect(await it.listFiring()).toMatchObject([{ text: 'A newer version of the agent is here' }])
})
