import { alertChannels } from '@atalaya/contract/alert-channels'
import { alerts } from '@atalaya/contract/alert-incidents'
import { beforeEach, describe, expect, test } from 'vitest'
import { HOUR, JUDGE_INTERVAL, MINUTE } from '#test/support/alert-world.ts'
import { notifyingWorld, withoutDelay } from '#test/support/notifying-world.ts'

const world = notifyingWorld()
/** Path and title of each message that the phone received. */
const deliveries = () => world.phone.received.map(({ path, text }) => `${path} ${JSON.parse(text).title}`)
const quietAtNoon = { from: '11:00', to: '13:00', zone: 'UTC', criticalToo: true }

test.each([
  ['is sent to the administrator when the hours are over', undefined],
  ['is dropped if the account is deactivated', { is_active: 0 }],
  ['is dropped if the administrator is demoted', { role: 'user' as const }],
])('a fleet message held by quiet hours %s', async (_what, changed) => {
  await world.it.db.updateTable('users').set({ role: 'admin' }).where('username', '=', 'bob').execute()
  await world.it.as('bob', alertChannels.choose, { body: { quiet: quietAtNoon, digest: null } })
  await world.addChannel({}, { path: '/bob', who: 'bob' })
  await world.it.createRule({ ...withoutDelay, reach: 'fleet' }, 'admin')
  await world.goOffline()
  if (changed) await world.it.db.updateTable('users').set(changed).where('username', '=', 'bob').execute()
  await world.it.advance(65 * MINUTE)
  expect(deliveries()).toHaveLength(changed ? 0 : 1)
})

describe('a message held by quiet hours', () => {
  beforeEach(async () => {
    await world.addChannel()
    await world.chooseTimes({ quiet: { ...quietAtNoon, to: '12:10' } })
    await world.it.createRule(withoutDelay)
    await world.goOffline()
    expect(await world.decisions()).toEqual([['opened', 'held', 'Quiet hours until 12:10']])
  })

  test('is not sent after somebody acknowledged the alert', async () => {
    const [incident] = await world.it.listFiring()
    await world.it.as('ada', alerts.acknowledge, { params: { id: incident?._id ?? '' } })
    await world.it.advance(10 * MINUTE)
    expect(deliveries()).toEqual([])
    expect(await world.decisions()).toEqual([['opened', 'left out', 'ada has acknowledged it']])
  })

  test('waits until a silence that was set meanwhile is over', async () => {
    const body = { target: { kind: 'agent', id: world.box }, forS: 20 * 60 }
    await world.it.as('ada', alerts.silence, { body })
    await world.it.advance(15 * MINUTE)
    expect(deliveries()).toEqual([])
    expect((await world.decisions())[0]?.[2]).toMatch(/^Silenced by ada until /)
    await world.it.advance(8 * MINUTE)
    expect(deliveries()).toEqual(['/hook Critical: box · It is offline'])
  })

  test('is sent when the quiet hours are removed', async () => {
    await world.chooseTimes({})
    await world.it.advance(JUDGE_INTERVAL)
    expect(deliveries()).toEqual(['/hook Critical: box · It is offline'])
  })
})

test('a message held for the digest follows a new choice for its severity', async () => {
  await world.chooseTimes({ digest: { at: '12:30', zone: 'UTC', upTo: 'warning' } })
  await world.addChannel()
  await world.it.createRule({ ...withoutDelay, severity: 'warning' })
  await world.goOffline()
  expect(await world.decisions()).toEqual([['opened', 'held', 'In the digest of 12:30']])
  await world.chooseTimes({ digest: { at: '12:40', zone: 'UTC', upTo: 'warning' } })
  expect(await world.decisions()).toEqual([['opened', 'held', 'In the digest of 12:40']])
  await world.it.advance(30 * MINUTE)
  expect(deliveries()).toEqual([])
  await world.it.advance(10 * MINUTE)
  expect(deliveries()).toEqual(['/hook Warning: box · It is offline'])
})

test('a user who acknowledges an alert at once gets no message', async () => {
  await world.addChannel()
  await world.it.createRule(withoutDelay)
  await world.it.setStatus([world.box], 'offline')
  await world.it.advance(JUDGE_INTERVAL)
  const [incident] = await world.it.listFiring()
  await world.it.as('ada', alerts.acknowledge, { params: { id: incident?._id ?? '' } })
  await world.it.advance(MINUTE)
  expect(deliveries()).toEqual([])
})

test('a channel that is switched off gets none of its waiting messages', async () => {
  world.phone.reply(() => ({ status: 500 }))
  const channel = await world.addChannel()
  await world.it.createRule(withoutDelay)
  await world.goOffline()
  const address = { kind: 'webhook', url: `${world.phone.origin}/hook` }
  const body = { name: 'Phone', isOn: false, from: 'info', tellsEnd: true, address }
  await world.it.as('ada', alertChannels.edit, { params: { id: channel._id }, body })
  const before = world.phone.received.length
  await world.it.advance(HOUR)
  expect(world.phone.received.length).toBe(before)
  expect((await world.decisions())[0]).toEqual(['opened', 'left out', 'This channel is switched off'])
})

test('removing a channel during a send leaves no waiting message', async () => {
  world.phone.reply(() => ({ status: 500 }))
  const channel = await world.addChannel()
  await world.it.createRule(withoutDelay)
  await world.goOffline()
  const taken = { state: 'sending' as const, holder: 'gone', lease_until: world.it.now() + MINUTE }
  await world.it.db.updateTable('alert_messages').set(taken).execute()
  await world.it.as('ada', alertChannels.remove, { params: { id: channel._id } })
  await world.it.advance(10 * MINUTE)
  expect((await world.decisions())[0]).toEqual(['opened', 'left out', 'The channel was removed'])
})

test('administrators who got an escalation also get the message about the end', async () => {
  await world.addChannel()
  await world.addChannel({}, { path: '/admin', who: 'admin' })
  const escalation = [
    { afterS: 300, tell: 'administrators' as const },
    { afterS: 600, tell: 'again' as const },
  ]
  await world.it.createRule({ ...withoutDelay, escalation })
  await world.goOffline()
  const [{ _id: id = '' } = {}] = await world.it.listFiring()
  expect((await world.it.ask('admin', alerts.get, { params: { id } })).status).toBe(404)
  await world.it.advance(6 * MINUTE)
  expect(deliveries()).toContain('/admin Still: box · It is offline')
  await world.it.advance(5 * MINUTE)
  const still = deliveries().filter((path) => path.includes('Still'))
  expect(still).toEqual(['/admin Still: box · It is offline', '/hook Still: box · It is offline'])
  // Administrators can read and acknowledge it.
  expect((await world.it.as('admin', alerts.get, { params: { id } })).incident).toMatchObject({ firing: 1 })
  expect((await world.it.ask('bob', alerts.get, { params: { id } })).status).toBe(404)
  const taken = await world.it.as('admin', alerts.acknowledge, { params: { id } })
  expect(taken.incident).toMatchObject({ acknowledged: { by: 'admin' } })
  await world.comeOnline()
  await world.it.advance(MINUTE)
  expect(deliveries()).toContain('/admin Over: box · Offline')
})

test('a message is not delayed if the clock is set back by an hour', async () => {
  await world.addChannel()
  await world.it.createRule(withoutDelay)
  await world.it.setStatus([world.box], 'offline')
  await world.it.advance(JUDGE_INTERVAL)
  world.it.jump(-HOUR)
  await world.it.advance(5 * MINUTE)
  expect(deliveries()).toHaveLength(1)
})

test('a message that failed is tried again soon if the clock is set back by an hour', async () => {
  world.phone.reply(() => ({ status: 500 }))
  await world.addChannel()
  await world.it.createRule(withoutDelay)
  await world.goOffline()
  const before = deliveries().length
  world.it.jump(-HOUR)
  await world.it.advance(MINUTE)
  expect(deliveries().length).toBeGreaterThan(before)
})

test('the password of a mail server is not kept for another server', async () => {
  const smtp = {
    host: '127.0.0.1',
    port: 2525,
    security: 'none',
    username: 'u',
    password: 'secret',
    from: 'a@example.org',
  }
  const keep = (sender: object) =>
    world.it.as('admin', alertChannels.keepSenders, { body: { smtp: sender, telegram: null, deadMan: null } })
  const hasPassword = async () => (await world.it.as('admin', alertChannels.senders)).senders.smtp.hasPassword
  const { password: _, ...rest } = smtp
  await keep(smtp)
  await keep({ ...rest, from: 'b@example.org' })
  expect(await hasPassword()).toBe(true)
  await keep({ ...rest, port: 2626 })
  expect(await hasPassword()).toBe(false)
})

test('the token of a bot is kept when the senders are saved without it', async () => {
  const keep = (telegram: object) =>
    world.it.as('admin', alertChannels.keepSenders, { body: { smtp: null, telegram, deadMan: null } })
  await keep({ token: '123:abc' })
  await keep({})
  expect((await world.it.as('admin', alertChannels.senders)).senders.telegram).toEqual({ hasToken: true })
})
