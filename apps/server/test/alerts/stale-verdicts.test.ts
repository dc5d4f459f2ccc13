import { alertRules } from '@atalaya/contract/alert-rules'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type AlertWorld, createAlertWorld } from '#test/support/alert-world.ts'
import { firedVerdicts, writeVerdicts } from '#test/support/stale-verdicts.ts'

let it: AlertWorld
let box: string
beforeEach(async () => {
  it = await createAlertWorld()
  box = await it.register('ada', { name: 'box' })
})
afterEach(() => it.close())

const remove = (id: string) => it.as('ada', alertRules.remove, { params: { id } })

/** Interrupts the removal of a rule: its incidents have ended, but its standings cannot be removed. */
async function removeIncidentsOnly(id: string): Promise<void> {
  const rename = (from: string, to: string) => it.db.schema.alterTable(from).renameTo(to).execute()
  await rename('alert_states', 'states_away')
  expect((await it.ask('ada', alertRules.remove, { params: { id } })).status).toBe(500)
  await rename('states_away', 'alert_states')
}

test('a verdict of a rule that was removed meanwhile is dropped, and those of later rules are written', async () => {
  const [gone, kept] = [await it.createRule({ name: 'Gone' }), await it.createRule({ name: 'Kept' })]
  const verdicts = [await firedVerdicts(it, gone._id, box), await firedVerdicts(it, kept._id, box)]
  await remove(gone._id)
  for (const some of verdicts) await writeVerdicts(it, some)
  expect(await it.listFiring()).toMatchObject([{ ruleName: 'Kept', firing: 1 }])
  expect(await it.readNotices()).toEqual(['opened'])
})

test('a verdict by an earlier version of a rule opens no incident', async () => {
  const rule = await it.createRule()
  const verdicts = await firedVerdicts(it, rule._id, box)
  const { _id: id, version, author, firing, createdAt, updatedAt, ...content } = rule
  await it.as('ada', alertRules.edit, { params: { id }, body: { rule: { ...content, isOn: false }, version } })
  expect(await writeVerdicts(it, verdicts)).toEqual([])
  expect(await it.listFiring()).toEqual([])
})

test('an agent does not join an ended incident of a rule that is being removed', async () => {
  const rule = await it.createRule()
  const [ended] = await writeVerdicts(it, await firedVerdicts(it, rule._id, box))
  const other = await it.register('ada', { name: 'other' })
  const verdicts = await firedVerdicts(it, rule._id, other, ended)
  await removeIncidentsOnly(rule._id)
  await writeVerdicts(it, verdicts)
  expect(await it.listEnded()).toMatchObject([{ _id: ended, firing: 0, agents: 1 }])
})
