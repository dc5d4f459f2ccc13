import { beforeEach, expect, test } from 'vitest'
import { MINUTE } from '#test/support/alert-world.ts'
import { notifyingWorld, withoutDelay } from '#test/support/notifying-world.ts'

const world = notifyingWorld()
beforeEach(async () => {
  await world.addChannel()
  await world.it.createRule(withoutDelay)
})

test('a message waits for as long as the service asks, also for parts of a millisecond', async () => {
  world.phone.reply(() => ({ status: 429, headers: { 'retry-after': '600.1234567' } }))
  await world.goOffline()
  expect((await world.log())[0]).toMatchObject({ state: 'waiting', tries: 1 })
  world.phone.reply(() => ({ status: 200 }))
  await world.it.advance(8 * MINUTE)
  expect(world.phone.received).toHaveLength(1)
  await world.it.advance(3 * MINUTE)
  expect((await world.log())[0]).toMatchObject({ state: 'sent', tries: 2, perhapsTwice: false })
})
