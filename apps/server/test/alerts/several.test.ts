import { type AlertMember, alerts } from '@atalaya/contract/alert-incidents'
import { alertRules } from '@atalaya/contract/alert-rules'
import { audit } from '@atalaya/contract/audit'
import { commands } from '@atalaya/contract/commands'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { offlineRule } from '#test/support/alert-fixtures.ts'
import { type AlertWorld, createAlertWorld, JUDGE_INTERVAL } from '#test/support/alert-world.ts'

let it: AlertWorld
beforeEach(async () => {
  it = await createAlertWorld()
})
afterEach(() => it.close())

const withoutDelay = { forS: 0, clear: { forS: 0 } }
const promote = (username: string) =>
  it.db.updateTable('users').set({ role: 'admin' }).where('username', '=', username).execute()
const goOffline = async (ids: string[]) => {
  await it.setStatus(ids, 'offline')
  await it.advance(JUDGE_INTERVAL)
}

test('the first of two administrators who acknowledge an alert is named and recorded', async () => {
  await promote('bob')
  await it.createRule({ ...withoutDelay, reach: 'fleet' }, 'admin')
  await goOffline([await it.register()])
  const [{ _id: id = '' } = {}] = await it.listFiring('admin')
  for (const username of ['admin', 'bob']) await it.as(username, alerts.acknowledge, { params: { id } })
  expect(await it.listFiring('bob')).toMatchObject([{ acknowledged: { by: 'admin' } }])
  const { entries } = await it.as('admin', audit.list, { query: { action: 'alert.acknowledged' } })
  expect(entries).toMatchObject([{ actor: { name: 'admin' } }])
})

test('an agent that recovers and fires again within its alert counts as firing', async () => {
  const [first = '', second = ''] = await it.registerMany('ada', 2)
  await it.createRule(withoutDelay)
  await goOffline([first, second])
  await it.setStatus([first], 'online')
  await it.advance(JUDGE_INTERVAL)
  const [incident] = await it.listFiring()
  expect(incident).toMatchObject({ firing: 1, agents: 2 })
  const { members } = await it.as('ada', alerts.get, { params: { id: incident?._id ?? '' } })
  expect(members.map(({ agent }: AlertMember) => agent._id)).toEqual([second, first])
  await goOffline([first])
  expect(await it.listFiring()).toMatchObject([{ firing: 2, agents: 2 }])
})

test('machines that go offline every twenty seconds for six minutes are two alerts', async () => {
  const ids = await it.registerMany('ada', 18)
  await it.createRule(withoutDelay)
  for (const id of ids) {
    await goOffline([id])
    await it.advance(JUDGE_INTERVAL)
  }
  // Newest first: machines join the older alert for five minutes only.
  expect((await it.listFiring()).map(({ agents }) => agents)).toEqual([2, 16])
})

test('the preview of a user counts failed commands of their own agents only', async () => {
  const condition = { kind: 'commandFailed' as const, withinS: 3600 }
  const failCommand = async (username: string) => {
    const agentId = await it.register(username)
    const { commands: sent } = await it.as(username, commands.send, { body: { command: 'backup', agentId } })
    await it.db
      .updateTable('commands')
      .set({ status: 'failed', is_open: 0, ended_at: it.now() })
      .where('id', '=', sent[0].commandId)
      .execute()
  }
  await failCommand('ada')
  await failCommand('bob')
  const body = { ...offlineRule, condition }
  expect((await it.as('ada', alertRules.preview, { body })).preview).toMatchObject({ times: 1, onAgents: 1 })
})

test('a silence of an administrator covers their own alerts, and not those of another administrator', async () => {
  await promote('bob')
  for (const username of ['admin', 'bob']) {
    const id = await it.register(username, { tags: ['lab'] })
    await it.createRule(withoutDelay, username)
    await goOffline([id])
  }
  const body = { target: { kind: 'tag', tag: 'lab' }, forS: 3600 }
  await it.as('admin', alerts.silence, { body })
  expect(await it.listFiring('admin')).toMatchObject([{ isSilenced: true }])
  expect(await it.listFiring('bob')).toMatchObject([{ isSilenced: false }])
})

test('a message about growth is planned once for several groups of machines', async () => {
  const ids = await it.registerMany('ada', 3)
  await it.createRule(withoutDelay)
  await goOffline(ids.slice(0, 1))
  // Deletes the pending messages, as if they were sent.
  await it.db.deleteFrom('alert_notices').execute()
  for (const id of ids.slice(1)) await goOffline([id])
  expect(await it.readNotices()).toEqual(['grew'])
})

test('alerts of several owners that fire at once are sent to their own owners', async () => {
  const { emitted, audiences } = it.instance
  const rows = await it.db.selectFrom('users').select(['id', 'username']).execute()
  const audienceOf = (name: string) => ({ userIds: [rows.find(({ username }) => username === name)?.id] })
  for (const username of ['ada', 'bob']) await it.createRule({ ...withoutDelay, name: username }, username)
  await it.createRule({ ...withoutDelay, name: 'fleet', reach: 'fleet' }, 'admin')
  await goOffline([await it.register('ada'), await it.register('bob')])
  const sent = emitted.map(({ ruleName }, n) => [ruleName, audiences[n]])
  expect(Object.fromEntries(sent)).toEqual({ ada: audienceOf('ada'), bob: audienceOf('bob'), fleet: { admins: true } })
})

test('firing alerts are listed by severity, and ended ones by their end', async () => {
  const [first = '', second = ''] = await it.registerMany('ada', 2)
  for (const [severity, id] of [
    ['critical', first],
    ['info', second],
  ] as const) {
    await it.createRule({ ...withoutDelay, severity, selector: { agentIds: [id] } })
    await goOffline([id])
  }
  expect((await it.listFiring()).map(({ severity }) => severity)).toEqual(['critical', 'info'])
  for (const id of [second, first]) {
    await it.setStatus([id], 'online')
    await it.advance(JUDGE_INTERVAL)
  }
  expect((await it.listEnded()).map(({ severity }) => severity)).toEqual(['critical', 'info'])
})
