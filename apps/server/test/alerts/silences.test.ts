import { type AlertSilence, alerts } from '@atalaya/contract/alert-incidents'
import { audit } from '@atalaya/contract/audit'
import { commands } from '@atalaya/contract/commands'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type AlertWorld, createAlertWorld, HOUR, JUDGE_INTERVAL, MINUTE } from '#test/support/alert-world.ts'

let it: AlertWorld
let box: string
let other: string
beforeEach(async () => {
  it = await createAlertWorld()
  box = await it.register('ada', { name: 'box', tags: ['lab'] })
  other = await it.register('ada', { name: 'other' })
})
afterEach(() => it.close())

async function fire(ids = [box]): Promise<string> {
  await it.createRule({ forS: 0, clear: { forS: 0 } })
  await it.setStatus(ids, 'offline')
  await it.advance(JUDGE_INTERVAL)
  return (await it.listFiring())[0]?._id ?? ''
}
const silence = (body: object, username = 'ada') => it.ask(username, alerts.silence, { body })
const silences = async (username = 'ada'): Promise<AlertSilence[]> => (await it.as(username, alerts.silences)).silences
const silencedFlags = async () => (await it.listFiring()).map((incident) => incident.isSilenced)

test('a user silences an incident, a rule, a machine or a tag for some time', async () => {
  const id = await fire()
  const [incident] = await it.listFiring()
  for (const target of [
    { kind: 'incident', id },
    { kind: 'rule', id: incident?.ruleId },
    { kind: 'agent', id: box },
    { kind: 'tag', tag: 'lab' },
  ]) {
    const { status, body } = await silence({ target, forS: 3600, reason: 'being moved' })
    expect(status).toBe(200)
    expect(body.data.silence).toMatchObject({ target, by: 'ada', reason: 'being moved', reach: 'own' })
    expect(await silencedFlags()).toEqual([true])
    await it.as('ada', alerts.endSilence, { params: { id: body.data.silence._id } })
    expect(await silencedFlags()).toEqual([false])
  }
  const { entries } = await it.as('admin', audit.list, { query: { action: 'alert.silenced' } })
  expect(entries).toHaveLength(4)
  expect(entries[0]).toMatchObject({
    actor: { name: 'ada' },
    target: { name: 'lab' },
    details: 'for 60 min: being moved',
  })
})

test('a silence of one machine does not silence an incident of several', async () => {
  await fire([box, other])
  await silence({ target: { kind: 'agent', id: box }, forS: 3600 })
  expect(await silencedFlags()).toEqual([false])
  await silence({ target: { kind: 'agent', id: other }, forS: 3600 })
  expect(await silencedFlags()).toEqual([true])
})

test('a silence with a duration ends after that', async () => {
  await fire()
  await silence({ target: { kind: 'agent', id: box }, forS: 3600 })
  await it.advance(HOUR + JUDGE_INTERVAL)
  expect(await silencedFlags()).toEqual([false])
  expect(await silences()).toEqual([])
  expect(it.emitted.at(-1)).toMatchObject({ isSilenced: false })
})

test('silences that end together announce their alert once', async () => {
  await fire()
  for (let n = 0; n < 12; n += 1) await silence({ target: { kind: 'agent', id: box }, forS: 60 })
  const before = it.emitted.length
  await it.advance(2 * MINUTE)
  expect(await silences()).toEqual([])
  expect(it.emitted.slice(before)).toMatchObject([{ isSilenced: false }])
})

describe('a silence until recovery', () => {
  test('ends when its target has no firing alert any more', async () => {
    await fire()
    expect((await silence({ target: { kind: 'agent', id: box } })).status).toBe(200)
    await it.advance(HOUR)
    expect(await silencedFlags()).toEqual([true])
    await it.setStatus([box], 'online')
    await it.advance(2 * JUDGE_INTERVAL)
    expect(await silences()).toEqual([])
  })

  test('is refused if its target has no firing alert', async () => {
    await fire()
    const { status, body } = await silence({ target: { kind: 'agent', id: other } })
    expect([status, body.code]).toEqual([400, 'alerts.nothing_fires'])
  })
})

describe('maintenance', () => {
  const times = { days: [0, 1, 2, 3, 4, 5, 6], from: '12:10', forS: 3600, zone: 'UTC' }

  test('suppresses alerts while it lasts, and a lasting problem is reported afterwards', async () => {
    await silence({ target: { kind: 'tag', tag: 'lab' }, times })
    await it.createRule({ forS: 60 })
    await it.advance(10 * MINUTE)
    await it.setStatus([box], 'offline')
    await it.advance(50 * MINUTE)
    expect(await it.readNotices()).toEqual([])
    await it.advance(20 * MINUTE)
    expect(await it.readNotices()).toEqual(['opened'])
  })

  test('of one account does not apply to the machines of another', async () => {
    const boxOfBob = await it.register('bob', { tags: ['lab'] })
    await silence({ target: { kind: 'tag', tag: 'lab' }, times })
    await it.createRule({ forS: 0 }, 'bob')
    await it.advance(10 * MINUTE)
    await it.setStatus([boxOfBob], 'offline')
    await it.advance(MINUTE)
    expect(await it.listFiring('bob')).toHaveLength(1)
  })

  test('of a machine’s owner silences the fleet’s alert about it, and maintenance of others does not', async () => {
    await it.createRule({ reach: 'fleet', forS: 0, clear: { forS: 0 } }, 'admin')
    await it.setStatus([box], 'offline')
    await it.advance(JUDGE_INTERVAL)
    const fleetSilencedFlags = async () => (await it.listFiring('admin')).map((incident) => incident.isSilenced)
    const body = { target: { kind: 'tag', tag: 'lab' }, times: { ...times, from: '12:00' } }
    await silence(body, 'bob')
    expect(await fleetSilencedFlags()).toEqual([false])
    await silence(body)
    expect(await fleetSilencedFlags()).toEqual([true])
  })

  test('begins automatically when a restart is sent as a command', async () => {
    await it.createRule({ forS: 60 })
    const { commands: sent } = await it.as('ada', commands.send, { body: { command: 'reboot', agentId: box } })
    // The command waits for its machine for longer than maintenance lasts.
    await it.advance(15 * MINUTE)
    await it.db.updateTable('commands').set({ sent_at: it.now() }).where('id', '=', sent[0].commandId).execute()
    await it.setStatus([box, other], 'offline')
    await it.advance(5 * MINUTE)
    expect(await it.listFiring()).toMatchObject([{ agent: { name: 'other' }, firing: 1 }])
    await it.advance(8 * MINUTE)
    expect(await it.listFiring()).toHaveLength(2)
  })

  test.each([
    ['in an unknown time zone', { ...times, zone: 'Nowhere/Land' }, 'alerts.unknown_zone'],
    ['without days', { ...times, days: [] }, 'invalid_input'],
  ])('%s is refused', async (_what, invalidTimes, code) => {
    const { status, body } = await silence({ target: { kind: 'tag', tag: 'lab' }, times: invalidTimes })
    expect([status, body.code]).toEqual([400, code])
  })

  test('is refused for an incident', async () => {
    const id = await fire()
    expect((await silence({ target: { kind: 'incident', id }, times })).status).toBe(400)
  })
})

test('a user neither silences agents of others nor ends their silences', async () => {
  const id = await fire()
  for (const target of [
    { kind: 'incident', id },
    { kind: 'agent', id: box },
  ]) {
    expect((await silence({ target, forS: 600 }, 'bob')).status).toBe(404)
  }
  await silence({ target: { kind: 'incident', id }, forS: 600 })
  const [created] = await silences()
  expect(await silences('bob')).toEqual([])
  expect((await it.ask('bob', alerts.endSilence, { params: { id: created?._id ?? '' } })).status).toBe(404)
  await silence({ target: { kind: 'tag', tag: 'lab' }, forS: 600 }, 'bob')
  await it.as('ada', alerts.endSilence, { params: { id: created?._id ?? '' } })
  expect(await silencedFlags()).toEqual([false])
})
