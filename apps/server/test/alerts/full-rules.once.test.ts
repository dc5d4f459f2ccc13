import { alertRules } from '@atalaya/contract/alert-rules'
import { expect, onTestFinished, test } from 'vitest'
import { RULES_OF_PEOPLE_MAX } from '#server/alerts/rules.repo.ts'
import { offlineRule } from '#test/support/alert-fixtures.ts'
import { type AlertWorld, createAlertWorld, JUDGE_INTERVAL } from '#test/support/alert-world.ts'

const BATCH_SIZE = 500

/** Inserts rules of members until only one more fits on the server. The limit of an account does not apply here. */
async function fill(world: AlertWorld): Promise<void> {
  const { _id } = await world.createRule({}, 'bob')
  const row = await world.db.selectFrom('alert_rules').selectAll().where('id', '=', _id).executeTakeFirstOrThrow()
  const others = Array.from({ length: RULES_OF_PEOPLE_MAX - 2 }, (_, n) => ({ ...row, id: `other ${n}` }))
  for (let start = 0; start < others.length; start += BATCH_SIZE) {
    await world.db
      .insertInto('alert_rules')
      .values(others.slice(start, start + BATCH_SIZE))
      .execute()
  }
}

test('all members’ rules together have a maximum, and rules of the fleet can still be added', async () => {
  const world = await createAlertWorld()
  onTestFinished(() => world.close())
  await fill(world)
  const rule = await world.createRule({ forS: 0 }, 'ada')
  const { status, body } = await world.ask('ada', alertRules.create, { body: offlineRule })
  expect([status, body.code]).toEqual([409, 'alerts.server_full'])

  const fleetRule = await world.createRule({ reach: 'fleet', forS: 0 }, 'admin')
  const box = await world.register('ada')
  await world.setStatus([box], 'offline')
  await world.advance(JUDGE_INTERVAL)
  expect(await world.listFiring('ada')).toMatchObject([{ ruleId: rule._id }])
  expect(await world.listFiring('admin')).toMatchObject([{ ruleId: fleetRule._id }])
})
