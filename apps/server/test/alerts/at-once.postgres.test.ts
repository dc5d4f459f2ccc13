import { alertRules } from '@atalaya/contract/alert-rules'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type AlertWorld, createAlertWorld, JUDGE_INTERVAL } from '#test/support/alert-world.ts'
import { queueAtLock } from '#test/support/at-lock.ts'
import { firedVerdicts, writeVerdicts } from '#test/support/stale-verdicts.ts'

let it: AlertWorld
beforeEach(async () => {
  it = await createAlertWorld()
})
afterEach(() => it.close())

const remove = async (id: string): Promise<void> => {
  await it.as('ada', alertRules.remove, { params: { id } })
}
const countRules = async () => (await it.db.selectFrom('alert_rules').select('id').execute()).length

test('a rule that is removed while its incident is being opened ends that incident', async () => {
  const rule = await it.createRule({ forS: 0 })
  await it.setStatus([await it.register('ada', { name: 'box' })], 'offline')
  // The judge waits at this lock after it has inserted the incident.
  const lockNotices = sql`lock table alert_notices in share mode`
  await queueAtLock(it.it, lockNotices, [() => it.advance(JUDGE_INTERVAL), () => remove(rule._id)])
  expect(await it.listFiring()).toEqual([])
  expect(await it.listEnded()).toMatchObject([{ firing: 0, endedBecause: 'rule changed' }])
  expect(await countRules()).toBe(0)
})

test('an agent that fires while the rule is being removed does not keep its incident open', async () => {
  const rule = await it.createRule()
  const [box, other] = [await it.register('ada', { name: 'box' }), await it.register('ada', { name: 'other' })]
  await writeVerdicts(it, await firedVerdicts(it, rule._id, box))
  const verdicts = await firedVerdicts(it, rule._id, other)
  const join = async () => void (await writeVerdicts(it, verdicts))
  // The removal waits at this lock after it has read the members that it clears.
  await queueAtLock(it.it, sql`select 1 from alert_members for update`, [() => remove(rule._id), join])
  expect(await it.listFiring()).toEqual([])
  expect(await it.listEnded()).toMatchObject([{ firing: 0, agents: 1, endedBecause: 'rule changed' }])
  expect(await countRules()).toBe(0)
})
