import { alertChannels } from '@atalaya/contract/alert-channels'
import { alerts } from '@atalaya/contract/alert-incidents'
import { expect, test } from 'vitest'
import { aMessage } from '#test/support/alert-fixtures.ts'
import { HOUR, JUDGE_INTERVAL, MINUTE, SECOND } from '#test/support/alert-world.ts'
import { notifyingWorld, withoutDelay } from '#test/support/notifying-world.ts'

const world = notifyingWorld()
const quietAtNoon = { from: '11:00', to: '13:00', zone: 'UTC', criticalToo: true }
const [openTitle, endTitle] = ['Critical: box · It is offline', 'Over: box · Offline']

test('the end of a sent alert is sent although its reminder is still held', async () => {
  await world.addChannel()
  await world.it.createRule({ ...withoutDelay, escalation: [{ afterS: 300, tell: 'again' }] })
  await world.goOffline()
  await world.chooseTimes({ quiet: quietAtNoon })
  await world.it.advance(5 * MINUTE)
  expect((await world.decisions())[0]).toEqual(['escalated', 'held', 'Quiet hours until 13:00'])
  await world.comeOnline()
  await world.it.advance(HOUR)
  expect(world.titles()).toEqual([openTitle, endTitle])
})

test('the end of an alert is not sent if its beginning was refused', async () => {
  world.phone.reply(() => ({ status: 403 }))
  await world.addChannel()
  await world.it.createRule(withoutDelay)
  await world.goOffline()
  world.phone.reply(() => ({ status: 200 }))
  await world.comeOnline()
  expect(await world.decisions()).toEqual([
    ['ended', 'left out', 'You were not told that it began'],
    ['opened', 'failed', ''],
  ])
})

test('an alert about two machines is sent if only one of them is silenced', async () => {
  const other = await world.it.register('ada', { name: 'other' })
  await world.addChannel()
  await world.it.createRule(withoutDelay)
  const body = { target: { kind: 'agent', id: world.box }, forS: 3600 }
  await world.it.as('ada', alerts.silence, { body })
  await world.goOffline([world.box, other])
  expect(world.titles()).toEqual([expect.stringMatching(/^Critical: (box|other) and 1 more · They are offline$/)])
})

test('the end of an alert is sent soon if the clock is set back by an hour', async () => {
  await world.addChannel()
  await world.it.createRule(withoutDelay)
  await world.goOffline()
  await world.it.setStatus([world.box], 'online')
  world.it.jump(JUDGE_INTERVAL)
  await world.it.instance.watch()
  world.it.jump(-HOUR)
  await world.it.advance(MINUTE)
  expect(world.titles()).toEqual([openTitle, endTitle])
})

test('the growth of an alert is sent soon if the clock is set back by an hour', async () => {
  const other = await world.it.register('ada', { name: 'other' })
  await world.addChannel()
  await world.it.createRule(withoutDelay)
  await world.it.setStatus([world.box], 'offline')
  await world.it.advance(JUDGE_INTERVAL)
  await world.it.db.deleteFrom('alert_notices').execute()
  await world.it.setStatus([other], 'offline')
  await world.it.advance(JUDGE_INTERVAL)
  world.it.jump(-HOUR)
  await world.it.advance(MINUTE)
  expect(world.titles()).toEqual(['Critical: box and 1 more · Offline'])
})

test('a message that failed waits until a silence that was set meanwhile is over', async () => {
  world.phone.reply(() => ({ status: 500 }))
  await world.addChannel()
  await world.it.createRule(withoutDelay)
  await world.goOffline()
  const body = { target: { kind: 'agent', id: world.box }, forS: 20 * 60 }
  await world.it.as('ada', alerts.silence, { body })
  world.phone.reply(() => ({ status: 200 }))
  world.phone.received.length = 0
  await world.it.advance(19 * MINUTE)
  expect(world.titles()).toEqual([])
  await world.it.advance(3 * MINUTE)
  expect(world.titles()).toEqual([openTitle])
})

test('a message that failed is tried again soon if the clock is set back by half an hour', async () => {
  // A round that removes old messages comes once an hour; here it is not due again.
  world.it.jump(40 * MINUTE)
  await world.it.advance(4 * MINUTE)
  world.phone.reply(() => ({ status: 500 }))
  await world.addChannel()
  await world.it.createRule(withoutDelay)
  await world.goOffline()
  world.phone.received.length = 0
  world.it.jump(-30 * MINUTE)
  await world.it.advance(JUDGE_INTERVAL)
  expect(world.titles()).toEqual([openTitle])
})

test('new quiet hours of a user leave the messages to another user held', async () => {
  for (const who of ['admin', 'bob']) {
    await world.it.as(who, alertChannels.choose, { body: { quiet: quietAtNoon, digest: null } })
    await world.addChannel({}, { who, path: `/${who}` })
  }
  await world.it.db.updateTable('users').set({ role: 'admin' }).where('username', '=', 'bob').execute()
  await world.it.createRule({ ...withoutDelay, reach: 'fleet' }, 'admin')
  await world.goOffline()
  await world.it.as('bob', alertChannels.choose, { body: { quiet: null, digest: null } })
  await world.it.advance(JUDGE_INTERVAL)
  expect(world.phone.received.map(({ path }) => path)).toEqual(['/bob'])
})

test('a channel that is off for a part of the quiet hours gets its held message', async () => {
  // Requests to this address cause a round of messages each minute.
  const deadMan = { url: `${world.phone.origin}/ping` }
  await world.it.as('admin', alertChannels.keepSenders, { body: { smtp: null, telegram: null, deadMan } })
  const { _id: id } = await world.addChannel()
  await world.chooseTimes({ quiet: quietAtNoon })
  await world.it.createRule(withoutDelay)
  await world.goOffline()
  const address = { kind: 'webhook', url: `${world.phone.origin}/hook` }
  for (const isOn of [false, true]) {
    const body = { name: 'Phone', isOn, from: 'info', tellsEnd: true, address }
    await world.it.as('ada', alertChannels.edit, { params: { id }, body })
    await world.it.advance(2 * MINUTE)
  }
  await world.it.advance(HOUR)
  expect(world.phone.received.filter(({ path }) => path === '/hook')).toHaveLength(1)
})

test('a message whose answer takes half a minute is sent by one of two instances', async () => {
  const other = await world.it.createInstance()
  world.phone.reply(async () => {
    world.it.jump(30 * SECOND)
    await other.round()
    return { status: 200 }
  })
  await world.addChannel()
  await world.it.createRule(withoutDelay)
  await world.goOffline()
  expect(world.titles()).toEqual([openTitle])
})

test.each([
  ['is sent at once', 61, [openTitle]],
  ['is held', 59, []],
])('a message %s if twenty others were sent %i minutes before', async (_what, minutes, sent) => {
  await world.addChannel()
  const { it } = world
  const channel = await it.db.selectFrom('alert_channels').selectAll().executeTakeFirstOrThrow()
  const before = Array.from({ length: 20 }, (_, n) =>
    aMessage(channel.user_id, {
      notice_key: `before ${n}`,
      channel_id: channel.id,
      channel_kind: 'webhook',
      state: 'sent',
      // Alerts are sent less than a minute after they are found.
      created_at: it.now() + MINUTE - minutes * MINUTE,
    }),
  )
  await it.repos.messages.saveDecisions(before)
  await it.createRule(withoutDelay)
  await world.goOffline()
  expect(world.titles()).toEqual(sent)
})

test('a message that was silenced until quiet hours waits for their end', async () => {
  await world.addChannel()
  const { _id: id } = await world.it.createRule(withoutDelay)
  await world.it.as('ada', alerts.silence, { body: { target: { kind: 'rule', id }, forS: 600 } })
  await world.goOffline()
  await world.chooseTimes({ quiet: { ...quietAtNoon, to: '12:30' } })
  await world.it.advance(12 * MINUTE)
  expect(await world.decisions()).toEqual([['opened', 'held', 'Quiet hours until 12:30']])
  expect(world.titles()).toEqual([])
  await world.it.advance(20 * MINUTE)
  expect(world.titles()).toEqual([openTitle])
})

test('a summary has the severity of its worst message', async () => {
  await world.addChannel()
  await world.chooseTimes({ quiet: { ...quietAtNoon, to: '12:10' } })
  for (const severity of ['info', 'critical', 'warning'] as const) {
    await world.it.createRule({ ...withoutDelay, name: severity, severity })
  }
  await world.goOffline()
  await world.it.advance(10 * MINUTE)
  expect(world.titles()).toEqual(['3 messages'])
  expect(JSON.parse(world.phone.received[0]?.text ?? '')).toMatchObject({ severity: 'critical' })
})
