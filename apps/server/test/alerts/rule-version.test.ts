import { alertRules } from '@atalaya/contract/alert-rules'
import { expect, onTestFinished, test } from 'vitest'
import { offlineRule } from '#test/support/alert-fixtures.ts'
import { createAlertWorld } from '#test/support/alert-world.ts'

test('an edit of a rule with a version beyond the largest one is refused with 400', async () => {
  const world = await createAlertWorld()
  onTestFinished(() => world.close())
  const { _id: id } = await world.createRule()
  const edit = (version: number) =>
    world.ask('ada', alertRules.edit, { params: { id }, body: { rule: offlineRule, version } })
  expect((await edit(2 ** 31 - 1)).status).toBe(409)
  expect((await edit(2 ** 31)).status).toBe(400)
})
