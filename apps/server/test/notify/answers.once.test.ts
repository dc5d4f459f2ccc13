import { expect, test } from 'vitest'
import { HOUR, MINUTE, SECOND } from '#test/support/alert-world.ts'
import { notifyingWorld, withoutDelay } from '#test/support/notifying-world.ts'

const world = notifyingWorld()

test('a receiver with a very long answer gets the message once', async () => {
  world.phone.reply(() => ({ status: 200, body: `thanks${' a lot'.repeat(20_000)}` }))
  await world.addChannel()
  await world.it.createRule(withoutDelay)
  await world.goOffline()
  await world.it.advance(HOUR)
  expect(world.titles()).toEqual(['Critical: box · It is offline'])
  expect((await world.log())[0]).toMatchObject({ state: 'sent', answer: expect.stringMatching(/^200 thanks a lot/) })
})

test('a summary fits the size limit of every service, even with four-byte characters', async () => {
  await world.addChannel()
  await world.chooseTimes({ digest: { at: '12:30', zone: 'UTC', upTo: 'warning' } })
  for (let n = 0; n < 30; n += 1) {
    const id = await world.it.register('ada', { name: `${n} ${'\u{1f4e6}'.repeat(35)}` })
    await world.it.createRule({ ...withoutDelay, severity: 'info', selector: { agentIds: [id] } })
    await world.it.setStatus([id], 'offline')
    await world.it.advance(10 * SECOND)
  }
  await world.it.advance(30 * MINUTE)
  expect(world.titles()).toEqual(['30 messages'])
  const { text } = JSON.parse(world.phone.received[0]?.text ?? '')
  // At most 2,500 bytes, and the line about the rest.
  expect(Buffer.byteLength(text)).toBeLessThan(2600)
  expect(text).toMatch(/It is offline\n… and more in Atalaya$/)
})
