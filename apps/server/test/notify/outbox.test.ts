import { alertChannels } from '@atalaya/contract/alert-channels'
import type { AlertMessage } from '@atalaya/contract/alert-messages'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type AlertWorld, createAlertWorld, HOUR, MINUTE } from '#test/support/alert-world.ts'
import { createOutsideServer, type OutsideServer } from '#test/support/outside-world.ts'

let it: AlertWorld
let phone: OutsideServer
let box: string

beforeEach(async () => {
  it = await createAlertWorld({}, true)
  phone = await createOutsideServer()
  box = await it.register('ada', { name: 'box' })
  await addChannel()
  await it.createRule({ forS: 0, clear: { forS: 0 } })
})
afterEach(() => it.close())

async function addChannel(name = 'Phone'): Promise<string> {
  const address = { kind: 'webhook', url: `${phone.origin}/${name}` }
  const body = { name, isOn: true, from: 'info', tellsEnd: true, address }
  return (await it.as('ada', alertChannels.add, { body })).channel._id
}
const log = async (): Promise<AlertMessage[]> => (await it.as('ada', alertChannels.messages)).messages
const titles = () => phone.received.map(({ text }) => JSON.parse(text).title)
async function goOffline(): Promise<void> {
  await it.setStatus([box], 'offline')
  await it.advance(MINUTE)
}

test('a message interrupted by a kill is sent again and marked as a possible duplicate', async () => {
  phone.reply(() => ({ status: 500 }))
  await goOffline()
  // State that an instance leaves if it dies right after the claim.
  const taken = { state: 'sending' as const, holder: 'gone', lease_until: it.now() + 2 * MINUTE }
  await it.db.updateTable('alert_messages').set(taken).execute()
  phone.reply(() => ({ status: 200 }))
  phone.received.length = 0
  await it.advance(MINUTE)
  expect(titles()).toEqual([])
  await it.advance(2 * MINUTE)
  expect(titles()).toEqual(['Critical: box · It is offline'])
  expect((await log())[0]).toMatchObject({ state: 'sent', perhapsTwice: true })
})

test('a message interrupted by a kill is sent again soon after the clock is set back', async () => {
  phone.reply(() => ({ status: 500 }))
  await goOffline()
  const taken = { state: 'sending' as const, holder: 'gone', lease_until: it.now() + MINUTE }
  await it.db.updateTable('alert_messages').set(taken).execute()
  phone.reply(() => ({ status: 200 }))
  it.jump(-HOUR)
  await it.advance(3 * MINUTE)
  expect((await log())[0]).toMatchObject({ state: 'sent', perhapsTwice: true })
})

test('a summary of messages that may be duplicates is marked as a possible duplicate', async () => {
  const other = await it.register('ada', { name: 'other' })
  await it.createRule({ forS: 0, selector: { agentIds: [other] } })
  // Both were tried before, and the instance that sends them again dies.
  phone.reply(async () => {
    const taken = { state: 'sending' as const, holder: 'gone', lease_until: it.now() + MINUTE, tries: 1 }
    await it.db.updateTable('alert_messages').set(taken).execute()
    phone.reply(() => ({ status: 200 }))
    return { status: 500 }
  })
  await it.setStatus([other], 'offline')
  await goOffline()
  await it.advance(3 * MINUTE)
  expect((await log())[0]).toMatchObject({ what: 'summary', state: 'sent', perhapsTwice: true })
})

test('an answer that comes after another instance has taken the message does not count', async () => {
  phone.reply(async () => {
    const taken = { holder: 'another', lease_until: it.now() + MINUTE }
    await it.db.updateTable('alert_messages').set(taken).execute()
    return { status: 200 }
  })
  await goOffline()
  expect(titles()).toHaveLength(1)
  expect((await log())[0]).toMatchObject({ state: 'sending', tries: 0 })
})

test('two instances send a message once', async () => {
  const other = await it.createInstance()
  await it.setStatus([box], 'offline')
  await it.advance(3 * MINUTE, () => Promise.all([other.round(), it.instance.round()]))
  expect(titles()).toEqual(['Critical: box · It is offline'])
})

test('two instances send a summary once', async () => {
  const ids = await it.registerMany('ada', 4)
  for (const id of ids) await it.createRule({ forS: 0, selector: { agentIds: [id] } })
  const other = await it.createInstance()
  await it.setStatus(ids, 'offline')
  await it.advance(3 * MINUTE, () => Promise.all([other.round(), it.instance.round()]))
  // An instance that is slower to decide writes its decisions after the summary.
  const summed = await it.db.selectFrom('alert_messages').selectAll().where('what', '=', 'opened').execute()
  await it.repos.messages.saveDecisions(summed.map((message) => ({ ...message, state: 'waiting', reason: '' })))
  await it.advance(MINUTE)
  expect(titles()).toEqual(['5 messages'])
})

test('a removed channel gets no further messages', async () => {
  phone.reply(() => ({ status: 500 }))
  await goOffline()
  const [channel] = (await it.as('ada', alertChannels.list)).channels
  await it.as('ada', alertChannels.remove, { params: { id: channel._id } })
  const before = phone.received.length
  await it.advance(20 * MINUTE)
  expect(phone.received.length).toBe(before)
  expect((await log())[0]).toMatchObject({ state: 'left out', reason: 'The channel was removed' })
})

test('a failing channel does not delay other channels', async () => {
  await addChannel('Second')
  phone.reply(({ path }) => ({ status: path === '/Phone' ? 500 : 200 }))
  await goOffline()
  await it.setStatus([box], 'online')
  await it.advance(MINUTE)
  const second = phone.received.filter(({ path }) => path === '/Second').map(({ text }) => JSON.parse(text).title)
  expect(second).toEqual(['Critical: box · It is offline', 'Over: box · Offline'])
})
