import { alertChannels } from '@atalaya/contract/alert-channels'
import type { AlertMessage } from '@atalaya/contract/alert-messages'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type AlertWorld, createAlertWorld, HOUR, MINUTE, SECOND } from '#test/support/alert-world.ts'
import { createOutsideServer, type OutsideServer } from '#test/support/outside-world.ts'

let it: AlertWorld
let phone: OutsideServer
let box: string

beforeEach(async () => {
  it = await createAlertWorld({}, true)
  phone = await createOutsideServer()
  box = await it.register('ada', { name: 'box' })
  await add()
  await it.write({ forS: 0, clear: { forS: 0 } })
})
afterEach(() => it.close())

async function add(name = 'Phone'): Promise<string> {
  const address = { kind: 'webhook', url: `${phone.origin}/${name}` }
  const body = { name, isOn: true, from: 'info', tellsEnd: true, address }
  return (await it.as('ada', alertChannels.add, { body })).channel._id
}
const log = async (): Promise<AlertMessage[]> => (await it.as('ada', alertChannels.messages)).messages
const titles = () => phone.heard.map(({ text }) => JSON.parse(text).title)
async function fall(): Promise<void> {
  await it.stand([box], 'offline')
  await it.pass(MINUTE)
}

describe('an address that answers 500', () => {
  beforeEach(() => phone.reply(() => ({ status: 500, body: 'I am\u0000 broken' })))

  test('is asked ever less often, and gets the message when it is well', async () => {
    await fall()
    await it.pass(HOUR)
    expect(phone.heard.length).toBeGreaterThan(4)
    expect(phone.heard.length).toBeLessThan(13)
    expect((await log())[0]).toMatchObject({ state: 'waiting', answer: '500 I am broken' })
    const [channel] = (await it.as('ada', alertChannels.list)).channels
    expect(channel.last).toMatchObject({ isGood: false, text: '500 I am broken' })
    phone.reply(() => ({ status: 200 }))
    await it.pass(15 * MINUTE)
    expect((await log())[0]).toMatchObject({ state: 'sent' })
    expect(new Set(phone.heard.map(({ headers }) => headers['idempotency-key'])).size).toBe(1)
  })

  test('is given up after two hours', async () => {
    await fall()
    await it.pass(2 * HOUR + 15 * MINUTE)
    const before = phone.heard.length
    expect((await log())[0]).toMatchObject({ state: 'failed' })
    await it.pass(HOUR)
    expect(phone.heard.length).toBe(before)
  })

  test('for an hour: what came meanwhile is one message, and what is over is none', async () => {
    const others = await it.registerMany('ada', 5)
    for (const id of others) {
      await it.write({ forS: 0, clear: { forS: 0 }, selector: { agentIds: [id] }, severity: 'warning' })
    }
    await fall()
    await it.stand([box], 'online')
    for (const id of others) {
      await it.stand([id], 'offline')
      await it.pass(5 * MINUTE)
    }
    await it.pass(30 * MINUTE)
    const before = phone.heard.length
    phone.reply(() => ({ status: 200 }))
    await it.pass(15 * MINUTE)
    const later = titles().slice(before)
    expect(later).toHaveLength(1)
    expect(later[0]).toMatch(/^\d+ messages$/)
    expect(JSON.parse(phone.heard.at(-1)?.text ?? '').text).not.toContain('box · ')
  })
})

test.each([
  ['asks for patience', { status: 429, headers: { 'retry-after': '120' } }, 120 * SECOND],
  ['asks for very much of it', { status: 503, headers: { 'retry-after': '999999' } }, 15 * MINUTE],
])('an address that %s gets it', async (_what, answer, waits) => {
  phone.reply(() => answer)
  await fall()
  expect(phone.heard).toHaveLength(1)
  phone.reply(() => ({ status: 200 }))
  await it.pass(waits - MINUTE)
  expect(phone.heard).toHaveLength(1)
  await it.pass(2 * MINUTE)
  expect(phone.heard).toHaveLength(2)
})

test('an address that refuses is not asked again', async () => {
  phone.reply(() => ({ status: 403, body: 'no' }))
  await fall()
  await it.pass(HOUR)
  expect(phone.heard).toHaveLength(1)
  expect((await log())[0]).toMatchObject({ state: 'failed', answer: '403 no' })
})

test('an address that leads elsewhere is not followed', async () => {
  const other = await createOutsideServer()
  phone.reply(() => ({ status: 302, headers: { location: other.origin } }))
  await fall()
  expect(other.heard).toEqual([])
})

test('what was being sent when the server was killed is sent once more, and says so', async () => {
  phone.reply(() => ({ status: 500 }))
  await fall()
  // As whoever is gone a moment later leaves it.
  const taken = { state: 'sending' as const, holder: 'gone', lease_until: it.now() + 2 * MINUTE }
  await it.db.updateTable('alert_messages').set(taken).execute()
  phone.reply(() => ({ status: 200 }))
  phone.heard.length = 0
  await it.pass(MINUTE)
  expect(titles()).toEqual([])
  await it.pass(2 * MINUTE)
  expect(titles()).toEqual(['Critical: box · It is offline'])
  expect((await log())[0]).toMatchObject({ state: 'sent', perhapsTwice: true })
})

test('two instances send it once', async () => {
  const other = await it.createTower()
  await it.stand([box], 'offline')
  await it.pass(3 * MINUTE, () => Promise.all([other.round(), it.tower.round()]))
  expect(titles()).toEqual(['Critical: box · It is offline'])
})

test('a channel that is removed gets nothing more', async () => {
  phone.reply(() => ({ status: 500 }))
  await fall()
  const [channel] = (await it.as('ada', alertChannels.list)).channels
  await it.as('ada', alertChannels.remove, { params: { id: channel._id } })
  const before = phone.heard.length
  await it.pass(HOUR)
  expect(phone.heard.length).toBe(before)
  expect((await log())[0]).toMatchObject({ state: 'left out', reason: 'The channel was removed' })
})

test('a slow channel holds up no other', async () => {
  await add('Second')
  phone.reply(({ path }) => ({ status: path === '/Phone' ? 500 : 200 }))
  await fall()
  await it.stand([box], 'online')
  await it.pass(MINUTE)
  const second = phone.heard.filter(({ path }) => path === '/Second').map(({ text }) => JSON.parse(text).title)
  expect(second).toEqual(['Critical: box · It is offline', 'Over: box · Offline'])
})
