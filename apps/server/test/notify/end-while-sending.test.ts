import { alertChannels } from '@atalaya/contract/alert-channels'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { transactionsOn } from '#server/compose/repos.ts'
import { createPlanner } from '#server/notify/planner.ts'
import { mailChannel } from '#test/support/alert-fixtures.ts'
import { type AlertWorld, createAlertWorld, MINUTE } from '#test/support/alert-world.ts'
import { withoutDelay } from '#test/support/notifying-world.ts'

let it: AlertWorld
let box: string
beforeEach(async () => {
  it = await createAlertWorld()
  box = await it.register('ada', { name: 'box' })
  await it.as('ada', alertChannels.add, { body: mailChannel })
  await it.createRule(withoutDelay)
  await it.setStatus([box], 'offline')
  await it.advance(MINUTE)
  await plan()
})
afterEach(() => it.close())

/** Decides on the due notices. `meanwhile` is done when the planner has read, and before it writes. */
async function plan(meanwhile?: () => Promise<unknown>): Promise<void> {
  const { repos, db, now } = it
  const { messages, channels, incidents, silences, alertRules: rules } = repos
  const realTx = transactionsOn(db, now)
  let isFirst = true
  const tx: typeof realTx = async (work) => {
    if (isFirst) await meanwhile?.()
    isFirst = false
    return realTx(work)
  }
  const onError = (error: unknown) => expect.unreachable(String(error))
  const repo = { messages, channels, incidents, silences, rules }
  expect(await createPlanner({ repo, tx, onError, now }).planDue()).toBe(1)
}

/** Another instance begins to send the opening. Returns its end, without an answer. */
async function beginSending(): Promise<() => Promise<void>> {
  const { id } = await it.db.selectFrom('alert_messages').select('id').executeTakeFirstOrThrow()
  const { outbox } = it.repos
  expect(await outbox.claim(id, 'another', it.now() + MINUTE)).toBe(true)
  return () => outbox.saveResult(id, 'another', { state: 'waiting', tries: 1, due_at: it.now() + MINUTE })
}

async function comeOnline(): Promise<void> {
  await it.setStatus([box], 'online')
  await it.advance(MINUTE)
}

async function decisions(): Promise<string[][]> {
  const { messages } = await it.as('ada', alertChannels.messages)
  return messages.map(({ what, state, reason }: Record<string, string>) => [what, state, reason])
}

test('an alert whose beginning is sent while its end is decided gets a message about the end', async () => {
  await comeOnline()
  await plan(beginSending)
  expect(await decisions()).toEqual([
    ['ended', 'waiting', ''],
    ['opened', 'sending', ''],
  ])
})

test('an alert whose beginning fails to be sent while its end is decided gets no message', async () => {
  const fail = await beginSending()
  await comeOnline()
  await plan(fail)
  const reason = 'It was over before you were told'
  expect(await decisions()).toEqual([
    ['ended', 'left out', reason],
    ['opened', 'left out', reason],
  ])
})
