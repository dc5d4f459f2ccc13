import { commands } from '@atalaya/contract/commands'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createReadFleet } from '#server/alerts/fleet-snapshot.ts'
import { type AlertWorld, createAlertWorld, HOUR, JUDGE_INTERVAL, MINUTE } from '#test/support/alert-world.ts'

let it: AlertWorld
beforeEach(async () => {
  it = await createAlertWorld()
})
afterEach(() => it.close())

const ruleWithin = (withinS: number) => ({
  condition: { kind: 'commandFailed' as const, withinS },
  forS: 0,
  clear: { forS: 0 },
})

async function fail(username: string, agentId: string, command: string): Promise<void> {
  const { commands: sent } = await it.as(username, commands.send, { body: { command, agentId } })
  await it.db
    .updateTable('commands')
    .set({ status: 'failed', is_open: 0, ended_at: it.now() })
    .where('id', '=', sent[0].commandId)
    .execute()
}

/** Reads failures as an evaluation of the current rules does. Returns their commands, sorted. */
async function readFailures(): Promise<string[]> {
  const read: string[] = []
  const { fleetSnapshot, failures, alertRules } = it.repos
  const newestFailures: typeof failures.newestFailures = async (since) => {
    const found = await failures.newestFailures(since)
    read.push(...found.map(({ command }) => command))
    return found
  }
  const readFleet = createReadFleet({
    repo: fleetSnapshot,
    failures: { newestFailures },
    minutes: { takeUpdated: async () => new Set() },
    findOutdated: async () => [],
    now: it.now,
  })
  await readFleet(await alertRules.listJudged())
  return read.sort()
}

test('of failed commands the newest of each agent is read, of accounts with a rule and as far back as it asks', async () => {
  const [own, other] = [await it.register('ada'), await it.register('bob')]
  await it.createRule(ruleWithin(3600), 'ada')
  await it.advance(JUDGE_INTERVAL)
  for (const [username, agentId] of [
    ['ada', own],
    ['bob', other],
  ] as const) {
    for (const command of ['first', 'second', `last of ${username}`]) {
      await fail(username, agentId, command)
      it.jump(MINUTE)
    }
  }
  expect(await readFailures()).toEqual(['last of ada'])
  await it.createRule({ ...ruleWithin(60), reach: 'fleet' }, 'admin')
  it.jump(1)
  await fail('bob', other, 'later')
  it.jump(1)
  expect(await readFailures()).toEqual(['last of ada', 'later'])
  it.jump(MINUTE)
  expect(await readFailures()).toEqual(['last of ada'])
  it.jump(HOUR)
  expect(await readFailures()).toEqual([])
})

test('a rule of the fleet and one of an account fire for the failures that each covers', async () => {
  const [own, other] = [await it.register('ada'), await it.register('bob')]
  await it.createRule(ruleWithin(3600), 'ada')
  await it.createRule({ ...ruleWithin(3600), reach: 'fleet' }, 'admin')
  await it.advance(JUDGE_INTERVAL)
  await fail('bob', other, 'backup')
  await it.advance(JUDGE_INTERVAL)
  expect(await it.listFiring('ada')).toEqual([])
  await fail('ada', own, 'cleanup')
  await it.advance(JUDGE_INTERVAL)
  expect(await it.listFiring('ada')).toMatchObject([{ text: 'The command cleanup failed' }])
  expect((await it.listFiring('admin')).reduce((sum, { firing }) => sum + firing, 0)).toBe(2)
})

test.each([
  ['an account', 'own', [3600, 60]],
  ['an account', 'own', [60, 3600]],
  ['the fleet', 'fleet', [3600, 60]],
  ['the fleet', 'fleet', [60, 3600]],
] as const)(
  'of several rules of %s, failures are read as far back as the longest asks (%s: %j s)',
  async (_of, reach, seconds) => {
    const agentId = await it.register('admin')
    for (const withinS of seconds) await it.createRule({ ...ruleWithin(withinS), reach }, 'admin')
    await it.advance(JUDGE_INTERVAL)
    await fail('admin', agentId, 'backup')
    it.jump(2 * MINUTE)
    expect(await readFailures()).toEqual(['backup'])
  },
)

test('an alert about one failed command names it; about several it names none', async () => {
  const [first, second] = await it.registerMany('ada', 2)
  await it.createRule(ruleWithin(3600), 'ada')
  await it.advance(JUDGE_INTERVAL)
  await fail('ada', first ?? '', 'backup')
  await it.advance(JUDGE_INTERVAL)
  expect(await it.listFiring()).toMatchObject([{ agents: 1, text: 'The command backup failed' }])
  await fail('ada', second ?? '', 'update')
  await it.advance(JUDGE_INTERVAL)
  expect(await it.listFiring()).toMatchObject([{ agents: 2, text: 'Commands failed' }])
})
