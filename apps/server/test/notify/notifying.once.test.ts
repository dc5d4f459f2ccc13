import { alertChannels } from '@atalaya/contract/alert-channels'
import { alerts } from '@atalaya/contract/alert-incidents'
import { users } from '@atalaya/contract/users'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { DAY, HOUR, JUDGE_INTERVAL, MINUTE } from '#test/support/alert-world.ts'
import { notifyingWorld, withoutDelay } from '#test/support/notifying-world.ts'

const world = notifyingWorld()

test('an owner gets one message when an alert begins and one when it ends', async () => {
  await world.addChannel()
  await world.it.createRule(withoutDelay)
  await world.goOffline()
  await world.comeOnline()
  expect(world.titles()).toEqual(['Critical: box · It is offline', 'Over: box · Offline'])
  expect(await world.log()).toMatchObject([
    { what: 'ended', state: 'sent', channel: { kind: 'webhook', name: 'Phone' }, answer: '200 {}' },
    { what: 'opened', state: 'sent', reason: '', tries: 1, perhapsTwice: false },
  ])
})

test('marks that reverse text are removed from names in messages', async () => {
  await world.addChannel()
  await world.it.createRule({ ...withoutDelay, name: 'Gone \u202Eawry' })
  const turning = await world.it.register('ada', { name: 'box \u202Eevil' })
  await world.goOffline([turning])
  expect(JSON.parse(world.phone.received[0]?.text ?? '')).toMatchObject({
    title: 'Critical: box evil · It is offline',
    text: expect.stringContaining('Rule: Gone awry\n'),
  })
})

test('an alert that ends within half a minute sends no message', async () => {
  await world.addChannel()
  await world.it.createRule(withoutDelay)
  await world.it.setStatus([world.box], 'offline')
  await world.it.advance(JUDGE_INTERVAL)
  await world.comeOnline()
  expect(world.titles()).toEqual([])
  expect(await world.decisions()).toEqual([
    ['opened', 'left out', 'It was over before you were told'],
    ['ended', 'left out', 'You were not told that it began'],
  ])
})

test('an outage of 300 machines sends one message, and one more when it ends', async () => {
  const ids = await world.it.registerMany('ada', 300)
  await world.addChannel()
  await world.it.createRule(withoutDelay)
  await world.goOffline(ids)
  expect(world.titles()).toEqual([expect.stringMatching(/^Critical: box \d+ and 299 more · They are offline$/)])
  await world.comeOnline(ids)
  expect(world.titles()).toHaveLength(2)
})

test('a message about several machines names ten of those that fire', async () => {
  const ids = await world.it.registerMany('ada', 12)
  await world.addChannel()
  await world.it.createRule(withoutDelay)
  await world.goOffline(ids)
  const { text } = JSON.parse(world.phone.received[0]?.text ?? '')
  expect(text).toMatch(/\nMachines: (box \d+, ){9}box \d+ and 2 more\n/)
})

test('messages to one person are sent even if those to another cannot be stored', async () => {
  await world.addChannel({}, { who: 'bob' })
  await world.it.createRule(withoutDelay)
  await world.it.createRule(withoutDelay, 'bob')
  const ofBob = await world.it.register('bob', { name: 'shed' })
  const { id } = await world.it.db
    .selectFrom('users')
    .select('id')
    .where('username', '=', 'ada')
    .executeTakeFirstOrThrow()
  await sql`create trigger refused before insert on alert_messages when new.user_id = ${sql.lit(id)}
    begin select raise(abort, 'refused'); end`.execute(world.it.db)
  const faults: unknown[] = []
  world.it.instance.takeFaults((error) => void faults.push(error))
  await world.goOffline([world.box, ofBob])
  expect(world.titles()).toEqual(['Critical: shed · It is offline'])
  expect(String(faults[0])).toContain('refused')
})

describe('no message is sent', () => {
  test('if the owner has no channel', async () => {
    await world.it.createRule(withoutDelay)
    await world.goOffline()
    expect(await world.decisions()).toEqual([['opened', 'left out', 'You have no channel']])
  })

  test('if the channel is for worse alerts, is off, or does not send ends', async () => {
    await world.addChannel({ name: 'worse', from: 'critical' }, { path: '/1' })
    await world.addChannel({ name: 'off', isOn: false }, { path: '/2' })
    await world.addChannel({ name: 'begins', tellsEnd: false }, { path: '/3' })
    await world.it.createRule({ ...withoutDelay, severity: 'warning' })
    await world.goOffline()
    await world.comeOnline()
    expect((await world.decisions()).map(([, , reason]) => reason)).toEqual(
      expect.arrayContaining([
        'This channel gets nothing below critical',
        'This channel is switched off',
        'This channel gets no message when it is over',
      ]),
    )
    expect(world.titles()).toEqual(['Warning: box · It is offline'])
  })

  test('until a silence is over', async () => {
    await world.addChannel()
    const rule = await world.it.createRule(withoutDelay)
    const body = { target: { kind: 'rule', id: rule._id }, forS: 600 }
    await world.it.as('ada', alerts.silence, { body })
    await world.goOffline()
    expect(await world.decisions()).toEqual([['opened', 'left out', 'Silenced by ada until 2026-03-02 12:12 UTC']])
    await world.it.advance(11 * MINUTE)
    expect(world.titles()).toEqual(['Critical: box · It is offline'])
    expect(await world.decisions()).toEqual([['opened', 'sent', '']])
  })

  test('after the owner was deactivated', async () => {
    await world.addChannel()
    await world.it.createRule(withoutDelay)
    await world.it.setStatus([world.box], 'offline')
    await world.it.advance(JUDGE_INTERVAL)
    const { users: all } = await world.it.as('admin', users.list)
    const { _id: id } = all.find(({ username }: { username: string }) => username === 'ada')
    await world.it.as('admin', users.setStatus, { params: { id }, body: { isActive: false } })
    await world.it.advance(5 * MINUTE)
    expect(world.titles()).toEqual([])
  })
})

describe('escalation', () => {
  const escalation = [
    { afterS: 300, tell: 'again' as const },
    { afterS: 600, tell: 'administrators' as const },
  ]

  test('sends again, and later also to administrators', async () => {
    await world.addChannel()
    await world.addChannel({}, { path: '/admin', who: 'admin' })
    await world.it.createRule({ ...withoutDelay, escalation })
    await world.goOffline()
    await world.it.advance(5 * MINUTE)
    expect(world.titles()).toEqual(['Critical: box · It is offline', 'Still: box · It is offline'])
    await world.it.advance(5 * MINUTE)
    expect(world.phone.received.map(({ path }) => path)).toEqual(['/hook', '/hook', '/admin'])
  })

  test('ends when somebody acknowledges the alert', async () => {
    await world.addChannel()
    await world.it.createRule({ ...withoutDelay, escalation })
    await world.goOffline()
    const [incident] = await world.it.listFiring()
    await world.it.as('ada', alerts.acknowledge, { params: { id: incident?._id ?? '' } })
    await world.it.advance(15 * MINUTE)
    expect(world.titles()).toHaveLength(1)
    expect((await world.decisions())[0]).toEqual(['escalated', 'left out', 'ada has acknowledged it'])
  })
})

describe('quiet hours', () => {
  const quiet = { from: '11:00', to: '13:00', zone: 'UTC', criticalToo: false }

  test('hold messages that are not critical, and send them as one afterwards', async () => {
    await world.chooseTimes({ quiet })
    await world.addChannel()
    const ids = await world.it.registerMany('ada', 2)
    for (const [n, id] of ids.entries()) {
      await world.it.createRule({
        ...withoutDelay,
        name: `rule ${n}`,
        severity: 'warning',
        selector: { agentIds: [id] },
      })
    }
    await world.it.createRule({ ...withoutDelay, selector: { agentIds: [world.box] } })
    await world.goOffline([world.box, ...ids])
    expect(world.titles()).toEqual(['Critical: box · It is offline'])
    expect((await world.decisions()).filter(([, state]) => state === 'held')).toHaveLength(2)
    expect((await world.decisions()).map(([, , reason]) => reason)).toContain('Quiet hours until 13:00')
    await world.it.advance(HOUR)
    expect(world.titles()).toEqual(['Critical: box · It is offline', '2 messages'])
  })

  test('drop messages if the alert ends before the quiet hours do', async () => {
    await world.chooseTimes({ quiet })
    await world.addChannel()
    await world.it.createRule({ ...withoutDelay, severity: 'warning' })
    await world.goOffline()
    await world.comeOnline()
    await world.it.advance(HOUR)
    expect(world.titles()).toEqual([])
    expect(await world.decisions()).toEqual([
      ['ended', 'left out', 'It was over before you were told'],
      ['opened', 'left out', 'It was over before you were told'],
    ])
  })

  test('are refused if they never end or name an unknown time zone', async () => {
    for (const bad of [
      { ...quiet, to: '11:00' },
      { ...quiet, zone: 'Nowhere/Land' },
    ]) {
      const { status } = await world.it.ask('ada', alertChannels.choose, { body: { quiet: bad, digest: null } })
      expect(status).toBe(400)
    }
  })
})

test('messages up to the chosen severity are sent as one digest at the chosen time', async () => {
  await world.chooseTimes({ digest: { at: '13:00', zone: 'UTC', upTo: 'warning' } })
  await world.addChannel()
  const ids = await world.it.registerMany('ada', 3)
  for (const [n, id] of ids.entries()) {
    await world.it.createRule({ ...withoutDelay, name: `rule ${n}`, severity: 'info', selector: { agentIds: [id] } })
  }
  await world.goOffline(ids)
  expect(world.titles()).toEqual([])
  await world.it.advance(HOUR)
  expect(world.titles()).toEqual(['3 messages'])
  expect(JSON.parse(world.phone.received[0]?.text ?? '').text).toContain('• Info: box')
})

test('alerts and messages are deleted after thirty days', async () => {
  await world.addChannel()
  await world.it.createRule(withoutDelay)
  await world.goOffline()
  await world.comeOnline()
  world.it.jump(31 * DAY)
  await world.it.instance.round()
  expect(await world.log()).toEqual([])
  expect(await world.it.listEnded()).toEqual([])
})
