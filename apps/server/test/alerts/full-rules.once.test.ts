import { alertRules } from '@atalaya/contract/alert-rules'
import { expect, onTestFinished, test } from 'vitest'
import { RULES_OF_PEOPLE_MAX } from '#server/alerts/rules.repo.ts'
import { offlineRule } from '#test/support/alert-fixtures.ts'
import { type AlertWorld, createAlertWorld, JUDGE_INTERVAL } from '#test/support/alert-world.ts'

const BATCH_SIZE = 500

/** Leaves room for one more rule of people, without the limits of each account. */
async function fill(it: AlertWorld): Promise<void> {
  const { _id } = await it.createRule({}, 'bob')
  const row = await it.db.selectFrom('alert_rules').selectAll().where('id', '=', _id).executeTakeFirstOrThrow()
  const others = Array.from({ length: RULES_OF_PEOPLE_MAX - 2 }, (_, n) => ({ ...row, id: `other ${n}` }))
  for (let at = 0; at < others.length; at += BATCH_SIZE) {
    await it.db
      .insertInto('alert_rules')
      .values(others.slice(at, at + BATCH_SIZE))
      .execute()
  }
}

test('the rules of all people stay within the judged maximum, with room for those of the fleet', async () => {
  const it = await createAlertWorld()
  onTestFinished(() => it.close())
  await fill(it)
  const own = await it.createRule({ forS: 0 }, 'ada')
  const { status, body } = await it.ask('ada', alertRules.create, { body: offlineRule })
  expect([status, body.code]).toEqual([409, 'alerts.server_full'])

  const fleet = await it.createRule({ reach: 'fleet', forS: 0 }, 'admin')
  const box = await it.register('ada')
  await it.setStatus([box], 'offline')
  await it.advance(JUDGE_INTERVAL)
  expect(await it.firing('ada')).toMatchObject([{ ruleId: own._id }])
  expect(await it.firing('admin')).toMatchObject([{ ruleId: fleet._id }])
})
