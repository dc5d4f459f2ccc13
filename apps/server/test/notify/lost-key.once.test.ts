import { alertChannels } from '@atalaya/contract/alert-channels'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { notifyingWorld, withoutDelay } from '#test/support/notifying-world.ts'

const world = notifyingWorld()

test('after its key was lost, a server makes new push keys, and sends nothing whose secret is lost', async () => {
  const { it } = world
  const pushKey = async (): Promise<string> => (await it.as('ada', alertChannels.list)).offered.pushKey
  await world.addChannel()
  await it.createRule(withoutDelay)
  const before = await pushKey()
  // Makes the secrets look as if another key had sealed them.
  const sealed = sql<string>`replace(sealed, 'v1.', 'v1.00000000')`
  for (const table of ['alert_channels', 'alert_senders'] as const) {
    await it.db.updateTable(table).set({ sealed }).execute()
  }
  const after = await pushKey()
  expect([after === before, after.length, await pushKey()]).toEqual([false, before.length, after])
  await world.goOffline()
  const answer = 'Its secret was encrypted with another key: enter it again'
  expect(await world.log()).toMatchObject([{ state: 'failed', tries: 1, answer }])
})
