import { expect, onTestFinished, test } from 'vitest'
import { createRepos } from '#server/compose/repos.ts'
import { isLongRead } from '#server/db/long-reads.ts'
import { captureStatements, planOf } from '#test/support/query-plans.ts'
import { createTestApp } from '#test/support/test-app.ts'

const now = Date.parse('2026-03-01T12:00:00Z')

test('a search for what is due reads no notices and messages of later', async () => {
  const it = await createTestApp()
  onTestFinished(it.close)
  const captured = captureStatements()
  onTestFinished(captured.stop)
  await it.withDatabase(async (db) => {
    const { messages, outbox } = createRepos(db)
    captured.take()
    await messages.hasDue(now)
    await messages.dueNotices(now, 200)
    await outbox.listDue(now, 500)
    const plans = await Promise.all(captured.take().map(async (query) => (await planOf(db, query, true)).text))
    expect(plans).toHaveLength(3)
    // An index search by `due_at` alone reads all later rows. The kind or state before it leaves few.
    for (const plan of plans) expect(plan).not.toMatch(/SCAN alert_|\(due_at>\?\)/)
  })
})

test('messages of a month are not read to count those of the last hour, and none of it is read on the event loop', async () => {
  const it = await createTestApp()
  onTestFinished(it.close)
  const captured = captureStatements()
  onTestFinished(captured.stop)
  await it.withDatabase(async (db) => {
    const { incidents, messages } = createRepos(db)
    captured.take()
    await messages.messageCounts(['ada'], now)
    const [counted] = captured.take()
    if (!counted) return expect.unreachable()
    expect((await planOf(db, counted, true)).text).toMatch(/user_id=\? AND created_at>\?/)
    captured.take()
    await messages.openingDecisions('alert', ['ada'])
    await messages.incidentsOfDelayedMessages(now, 200)
    await incidents.counts({ userId: 'ada', isAdmin: true })
    await incidents.listMembers('alert')
    expect([counted, ...captured.take()].map(isLongRead)).toEqual([true, true, true, true, true])
  })
})
