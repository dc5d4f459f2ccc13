import { alertChannels } from '@atalaya/contract/alert-channels'
import { beforeEach, describe, expect, test } from 'vitest'
import { HOUR, MINUTE, SECOND } from '#test/support/alert-world.ts'
import { notifyingWorld, withoutDelay } from '#test/support/notifying-world.ts'
import { createOutsideServer } from '#test/support/outside-world.ts'

const world = notifyingWorld()
beforeEach(async () => {
  await world.addChannel()
  await world.it.createRule(withoutDelay)
})

describe('an address that answers 500', () => {
  beforeEach(() => world.phone.reply(() => ({ status: 500, body: 'I am\u0000 broken' })))

  test('is retried with growing delays, and gets the message once it recovers', async () => {
    await world.goOffline()
    await world.it.advance(HOUR)
    expect(world.phone.received.length).toBeGreaterThan(4)
    expect(world.phone.received.length).toBeLessThan(13)
    expect((await world.log())[0]).toMatchObject({ state: 'waiting', answer: '500 I am broken' })
    const [channel] = (await world.it.as('ada', alertChannels.list)).channels
    expect(channel.last).toMatchObject({ isGood: false, text: '500 I am broken' })
    world.phone.reply(() => ({ status: 200 }))
    await world.it.advance(15 * MINUTE)
    expect((await world.log())[0]).toMatchObject({ state: 'sent' })
    expect(new Set(world.phone.received.map(({ headers }) => headers['idempotency-key'])).size).toBe(1)
  })

  test('is no longer retried after two hours', async () => {
    await world.goOffline()
    await world.it.advance(2 * HOUR + 15 * MINUTE)
    const before = world.phone.received.length
    expect((await world.log())[0]).toMatchObject({ state: 'failed', tries: 14 })
    await world.it.advance(HOUR)
    expect(world.phone.received.length).toBe(before)
  })

  test('is also given up for messages that came in the last quarter of an hour', async () => {
    const ids = await world.it.registerMany('ada', 1)
    await world.goOffline()
    await world.it.advance(1.75 * HOUR)
    await world.goOffline(ids)
    await world.it.advance(1.25 * HOUR)
    expect((await world.log())[0]).toMatchObject({ what: 'summary', state: 'failed' })
  })

  test('for an hour gets the alerts of that time as one message, without ended ones', async () => {
    const others = await world.it.registerMany('ada', 5)
    for (const id of others) {
      await world.it.createRule({ ...withoutDelay, selector: { agentIds: [id] }, severity: 'warning' })
    }
    await world.goOffline()
    await world.it.setStatus([world.box], 'online')
    for (const id of others) {
      await world.it.setStatus([id], 'offline')
      await world.it.advance(5 * MINUTE)
    }
    await world.it.advance(30 * MINUTE)
    const before = world.phone.received.length
    world.phone.reply(() => ({ status: 200 }))
    await world.it.advance(15 * MINUTE)
    const later = world.titles().slice(before)
    expect(later).toHaveLength(1)
    expect(later[0]).toMatch(/^\d+ messages$/)
    expect(JSON.parse(world.phone.received.at(-1)?.text ?? '').text).not.toContain('box · ')
  })
})

test.each([
  ['429 with Retry-After', { status: 429, headers: { 'retry-after': '120' } }, 120 * SECOND],
  ['503 with a very long Retry-After', { status: 503, headers: { 'retry-after': '999999' } }, 15 * MINUTE],
])('an address that answers %s is retried when the wait is over', async (_what, answer, waitMs) => {
  world.phone.reply(() => answer)
  await world.goOffline()
  expect(world.phone.received).toHaveLength(1)
  world.phone.reply(() => ({ status: 200 }))
  await world.it.advance(waitMs - MINUTE)
  expect(world.phone.received).toHaveLength(1)
  await world.it.advance(2 * MINUTE)
  expect(world.phone.received).toHaveLength(2)
})

test('an address that answers 403 is not retried', async () => {
  world.phone.reply(() => ({ status: 403, body: 'no' }))
  await world.goOffline()
  await world.it.advance(HOUR)
  expect(world.phone.received).toHaveLength(1)
  expect((await world.log())[0]).toMatchObject({ state: 'failed', answer: '403 no' })
})

test('a redirect of an address is not followed', async () => {
  const other = await createOutsideServer()
  world.phone.reply(() => ({ status: 302, headers: { location: other.origin } }))
  await world.goOffline()
  expect(other.received).toEqual([])
})
