import { afterEach, beforeEach, expect, test } from 'vitest'
import { transactionsOn } from '#server/compose/repos.ts'
import { createPlanner } from '#server/notify/planner.ts'
import { type AlertWorld, createAlertWorld, MINUTE } from '#test/support/alert-world.ts'
import { withoutDelay } from '#test/support/notifying-world.ts'

/** Number of administrators, and people whose messages are decided together (`PEOPLE_PER_BATCH` of planner.ts). */
const [ADMINS, BATCH_MAX] = [45, 20]

let it: AlertWorld
let box: string
beforeEach(async () => {
  it = await createAlertWorld()
  const admin = await it.db.selectFrom('users').selectAll().where('role', '=', 'admin').executeTakeFirstOrThrow()
  const others = Array.from({ length: ADMINS - 1 }, (_, n) => {
    const name = `admin-${n}`
    return { ...admin, id: name, username: name, username_key: name, email: name, email_key: name }
  })
  await it.db.insertInto('users').values(others).execute()
  box = await it.register('ada', { name: 'box' })
  await it.createRule({ ...withoutDelay, reach: 'fleet' }, 'admin')
  await it.setStatus([box], 'offline')
  await it.advance(MINUTE)
})
afterEach(() => it.close())

/**
 * A planner that records for how many people it reads channels at once, and for which ones it counts messages.
 * The transaction with the number `failAt` fails.
 */
function createRecordingPlanner(failAt?: number) {
  const { repos, now } = it
  const [peoplePerRead, errors]: [number[], string[]] = [[], []]
  const counted: string[] = []
  const channels = {
    ...repos.channels,
    listOf(userIds: string[]) {
      peoplePerRead.push(userIds.length)
      return repos.channels.listOf(userIds)
    },
  }
  const messages = {
    ...repos.messages,
    messageCounts(userIds: string[], since: number) {
      counted.push(...userIds)
      return repos.messages.messageCounts(userIds, since)
    },
  }
  const realTx = transactionsOn(it.db, now)
  let count = 0
  const tx: typeof realTx = (work) => {
    count += 1
    if (count === failAt) throw new Error('The disk is full')
    return realTx(work)
  }
  const { incidents, silences, alertRules: rules } = repos
  const repo = { messages, incidents, silences, rules, channels }
  const onError = (error: unknown) => void errors.push((error as Error).message)
  return { planner: createPlanner({ repo, tx, onError, now }), peoplePerRead, counted, errors }
}

const mailOf = (userId: string) => ({
  id: `mail of ${userId}`,
  user_id: userId,
  kind: 'email' as const,
  name: 'Mail',
  is_on: 1,
  severity: 'info' as const,
  tells_end: 1,
  shown: '',
  address: '{}',
  sealed: null,
  place_hash: userId,
  last_at: null,
  last_is_good: null,
  last_text: null,
  created_at: 0,
})

const countRows = async (table: 'alert_messages' | 'alert_notices') => {
  const { total } = await it.db
    .selectFrom(table)
    .select((of) => of.fn.countAll().as('total'))
    .executeTakeFirstOrThrow()
  return Number(total)
}

test('a notice to many people is decided for some at a time, and reaches all of them', async () => {
  const { planner, peoplePerRead } = createRecordingPlanner()
  expect(await planner.planDue()).toBe(1)
  expect(peoplePerRead.reduce((sum, count) => sum + count)).toBe(ADMINS)
  expect(Math.max(...peoplePerRead)).toBeLessThanOrEqual(BATCH_MAX)
  expect([await countRows('alert_messages'), await countRows('alert_notices')]).toEqual([ADMINS, 0])
})

test('the messages of each person are counted once for all notices of a round', async () => {
  const switches = [await it.register('ada', { name: 'north' }), await it.register('ada', { name: 'south' })]
  for (const id of switches) await it.createRule({ ...withoutDelay, name: id, selector: { agentIds: [id] } }, 'ada')
  await it.setStatus(switches, 'offline')
  await it.advance(MINUTE)
  const { planner, counted } = createRecordingPlanner()
  expect(await planner.planDue()).toBeGreaterThan(2)
  expect(counted).toHaveLength(new Set(counted).size)
  expect(counted).toHaveLength(ADMINS + 1)
})

test('a notice that failed between two parts is planned for the others later, and once for each', async () => {
  const { planner, errors } = createRecordingPlanner(2)
  await planner.planDue()
  expect(errors).toEqual(['The disk is full'])
  expect([await countRows('alert_messages'), await countRows('alert_notices')]).toEqual([BATCH_MAX, 1])
  await planner.planDue()
  expect([await countRows('alert_messages'), await countRows('alert_notices')]).toEqual([ADMINS, 0])
})

test('people who are told of an end are no longer told of the beginning, also if the others’ turn fails', async () => {
  const people = await it.db.selectFrom('users').select('id').where('role', '=', 'admin').execute()
  for (const { id } of people) await it.repos.channels.add(mailOf(id))
  await createRecordingPlanner().planner.planDue()
  const countOpenings = async () => {
    const opened = it.db.selectFrom('alert_messages').where('what', '=', 'opened').where('state', '=', 'waiting')
    return (await opened.select('id').execute()).length
  }
  expect(await countOpenings()).toBe(ADMINS)
  await it.setStatus([box], 'online')
  await it.advance(MINUTE)
  await createRecordingPlanner(2).planner.planDue()
  expect(await countOpenings()).toBe(ADMINS - BATCH_MAX)
})
