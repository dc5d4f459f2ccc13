import { alertChannels } from '@atalaya/contract/alert-channels'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { createAlertWorld } from '#test/support/alert-world.ts'
import { queueAtLock } from '#test/support/at-lock.ts'
import { createOutsideServer } from '#test/support/outside-world.ts'

test('a channel that two tabs add at once is one channel, and its sealed address stays readable', async () => {
  const it = await createAlertWorld()
  onTestFinished(() => it.close())
  const phone = await createOutsideServer()
  const address = { kind: 'webhook', url: `${phone.origin}/hook`, secret: 'pepper' }
  const addChannel = (name: string) => () =>
    it.as('ada', alertChannels.add, { body: { name, isOn: true, from: 'info', tellsEnd: true, address } })
  const lock = sql`lock table alert_channels in exclusive mode`
  const added = await queueAtLock(it.it, lock, [addChannel('Phone'), addChannel('Mobile')])
  const { channels } = await it.as('ada', alertChannels.list)
  expect(channels).toHaveLength(1)
  const [{ _id: id }] = channels
  expect(added.map(({ channel }) => channel._id)).toEqual([id, id])
  expect(await it.as('ada', alertChannels.test, { params: { id } })).toEqual({ isGood: true, answer: '200 {}' })
  expect(phone.received).toMatchObject([{ path: '/hook' }])
})
