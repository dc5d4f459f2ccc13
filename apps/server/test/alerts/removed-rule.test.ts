import { type AlertRule, alertRules } from '@atalaya/contract/alert-rules'
import { openEvents } from '@atalaya/testbed/event-stream'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { type AlertWorld, createAlertWorld } from '#test/support/alert-world.ts'
import { watchChanges } from '#test/support/watch-changes.ts'

/** Numbers of open and of ended incidents, and of agents in the first one: all more than one part changes. */
const [OPEN, ENDED, AGENTS] = [230, 120, 1020]
const STANDINGS = 210

let it: AlertWorld
let rule: AlertRule
beforeEach(async () => {
  it = await createAlertWorld()
  rule = await it.createRule()
  await addIncidents()
  await addStandings()
})
afterEach(() => it.close())

const member = (ref: number) => ({ ref, agentId: `box ${ref}`, agentName: `box ${ref}`, text: 'It is offline' })

async function addIncidents(): Promise<void> {
  const { owner_id } = await it.db.selectFrom('alert_rules').select('owner_id').executeTakeFirstOrThrow()
  await it.db
    .insertInto('alert_incidents')
    .values(Array.from({ length: OPEN + ENDED }, (_, n) => incidentRow(n, owner_id, n < OPEN ? null : it.now())))
    .execute()
  const members = Array.from({ length: AGENTS }, (_, n) => member(n))
  await it.repos.incidentWrites.join('incident 0', members, { at: it.now() })
  for (let n = 1; n < OPEN; n++) await it.repos.incidentWrites.join(`incident ${n}`, [member(n)], { at: it.now() })
}

const incidentRow = (n: number, ownerId: string | null, endedAt: number | null) => ({
  id: `incident ${n}`,
  rule_id: rule._id,
  rule_name: rule.name,
  owner_id: ownerId,
  severity: rule.severity,
  text: 'It is offline',
  agent_id: null,
  agent_name: 'box',
  firing: endedAt === null ? 1 : 0,
  agents: 1,
  behind: 0,
  opened_at: it.now(),
  opened_clock: 0,
  joined_clock: 0,
  ended_at: endedAt,
  ended_because: endedAt === null ? null : ('recovered' as const),
})

async function addStandings(): Promise<void> {
  const refs = await it.repos.agents.refsOf(await it.registerMany('ada', STANDINGS))
  await it.repos.alertStates.save(
    [...refs.values()].map((ref) => ({
      ruleId: rule._id,
      ref,
      version: 0,
      next: { state: 'firing', since: 0, fires: 1, incidentId: 'incident 0', isBehind: false },
    })),
  )
}

const remove = () => it.ask('ada', alertRules.remove, { params: { id: rule._id } })
const countRows = async (table: 'alert_states' | 'alert_rules') =>
  (await it.db.selectFrom(table).selectAll().execute()).length
const countRemovals = async () =>
  (await it.db.selectFrom('audit').select('id').where('action', '=', 'alert.rule_removed').execute()).length

test('a rule with many incidents, agents and standings is removed a part at a time', async () => {
  const [updated, deleted] = [watchChanges('update'), watchChanges('delete from')]
  expect((await remove()).status).toBe(200)
  expect(Math.max(...(updated.get('alert_incidents') ?? []))).toBe(100)
  expect(Math.max(...(updated.get('alert_members') ?? []))).toBe(1000)
  expect(Math.max(...(deleted.get('alert_states') ?? []))).toBe(100)

  expect([await countRows('alert_rules'), await countRows('alert_states')]).toEqual([0, 0])
  const incidents = await it.db.selectFrom('alert_incidents').selectAll().execute()
  expect(incidents.map(({ rule_id, firing, ended_at }) => ({ rule_id, firing, ended_at }))).toEqual(
    Array(OPEN + ENDED).fill({ rule_id: null, firing: 0, ended_at: it.now() }),
  )
  expect(incidents.filter(({ ended_because }) => ended_because === 'rule changed')).toHaveLength(OPEN)
  expect(incidents.find(({ id }) => id === 'incident 0')?.agents).toBe(AGENTS)
  expect(await it.readNotices()).toEqual(Array(OPEN).fill('ended'))
  expect(await countRemovals()).toBe(1)
})

test('an interrupted removal leaves the rule switched off, and the next one finishes it', async () => {
  const rename = (from: string, to: string) => it.db.schema.alterTable(from).renameTo(to).execute()
  const stream = await openEvents(await it.it.listen(), await it.tokenOf('ada'))
  onTestFinished(stream.close)
  await rename('alert_states', 'states_away')
  expect((await remove()).status).toBe(500)
  await rename('states_away', 'alert_states')
  await expect.poll(() => stream.ofType('alerts.changed').length).toBe(1)
  expect(await countRemovals()).toBe(1)
  expect((await it.as('ada', alertRules.list)).rules).toMatchObject([{ _id: rule._id, isOn: false, firing: 0 }])

  expect((await remove()).status).toBe(200)
  expect([await countRows('alert_rules'), await countRows('alert_states')]).toEqual([0, 0])
  expect((await it.readNotices()).length).toBe(OPEN)
  expect(await countRemovals()).toBe(1)
  expect((await remove()).status).toBe(404)
})
