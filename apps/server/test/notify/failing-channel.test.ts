import { alertChannels } from '@atalaya/contract/alert-channels'
import { expect, onTestFinished, test } from 'vitest'
import { aMessage } from '#test/support/alert-fixtures.ts'
import { createAlertWorld, MINUTE } from '#test/support/alert-world.ts'
import { createOutsideServer } from '#test/support/outside-world.ts'

/** Number of critical messages in each round, and number of rounds. Rounds are five minutes apart. */
const [OF_A_ROUND, ROUNDS] = [100, 12]
/** Maximum bytes of a text that every service accepts, and maximum bytes of a line of these messages. */
const [TEXT_BYTES, LINE_BYTES] = [2500, 100]

/** A channel of Ada that answers 500. */
async function createWorld() {
  const it = await createAlertWorld({}, true)
  onTestFinished(() => it.close())
  const phone = await createOutsideServer()
  phone.reply(() => ({ status: 500 }))
  const address = { kind: 'webhook', url: `${phone.origin}/hook` }
  await it.as('ada', alertChannels.add, { body: { name: 'Phone', isOn: true, from: 'info', tellsEnd: true, address } })
  const { user_id, id: channel_id } = await it.db.selectFrom('alert_channels').selectAll().executeTakeFirstOrThrow()

  /** Stores critical messages that are due, as a fleet without power causes them. */
  const addMessages = (round: number) =>
    it.repos.messages.saveDecisions(
      Array.from({ length: OF_A_ROUND }, (_, n) =>
        aMessage(user_id, {
          notice_key: `${round} ${n}`,
          channel_id,
          channel_kind: 'webhook',
          severity: 'critical',
          title: `Critical: box ${round * OF_A_ROUND + n} · ${'It is offline '.repeat(4)}`,
          state: 'waiting',
          due_at: it.now(),
          created_at: it.now(),
        }),
      ),
    )
  const listOpen = () =>
    it.db.selectFrom('alert_messages').select('body').where('state', 'in', ['waiting', 'held', 'sending']).execute()
  const bytesOfSummaries = async () => {
    const rows = await it.db.selectFrom('alert_messages').select('body').where('what', '=', 'summary').execute()
    return rows.map(({ body }) => Buffer.byteLength(body))
  }
  return { it, phone, addMessages, listOpen, bytesOfSummaries }
}

test('a channel that keeps failing keeps no more of its critical messages than it can send, and their number', async () => {
  const { it, phone, addMessages, listOpen, bytesOfSummaries } = await createWorld()
  for (let round = 0; round < ROUNDS; round++) {
    await addMessages(round)
    await it.advance(5 * MINUTE)
  }
  expect((await listOpen()).length).toBeLessThan(5)
  phone.reply(() => ({ status: 200 }))
  await it.advance(20 * MINUTE)
  expect(await listOpen()).toEqual([])
  expect(Math.max(...(await bytesOfSummaries()))).toBeLessThanOrEqual(TEXT_BYTES + LINE_BYTES)
  const { title, text } = JSON.parse(phone.received.at(-1)?.text ?? '')
  expect(title).toBe(`${OF_A_ROUND * ROUNDS} messages`)
  expect(text).toMatch(/^(• Critical: box \d+ · .*\n){30}… and more in Atalaya$/)
})
