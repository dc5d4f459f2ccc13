import { Cron } from 'croner'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { aMessage } from '#test/support/alert-fixtures.ts'
import { HOUR, MINUTE, SECOND } from '#test/support/alert-world.ts'
import { notifyingWorld, withoutDelay } from '#test/support/notifying-world.ts'

const world = notifyingWorld()

describe('a message beyond twenty an hour', () => {
  /** Takes `count` machines offline, one after the other, each by a rule of its own. */
  async function takeOffline(count: number): Promise<string[]> {
    await world.addChannel()
    const ids = await world.it.registerMany('ada', count)
    for (const [n, id] of ids.entries()) {
      await world.it.createRule({
        ...withoutDelay,
        name: `rule ${n}`,
        severity: 'warning',
        selector: { agentIds: [id] },
      })
    }
    for (const id of ids) {
      await world.it.setStatus([id], 'offline')
      await world.it.advance(40 * SECOND)
    }
    return ids
  }

  test('is sent with others in a summary at the end of the hour', async () => {
    await takeOffline(30)
    // Advances to the end of the hour.
    await world.it.advance(40 * MINUTE)
    expect(world.titles().filter((title) => title.startsWith('Warning'))).toHaveLength(20)
    expect(world.titles().at(-1)).toBe('10 messages')
    expect(world.titles()).toHaveLength(21)
  }, 60_000)

  test('is followed by a message about the end, even if it was sent in a summary', async () => {
    const ids = await takeOffline(22)
    await world.it.advance(HOUR)
    expect(world.titles().at(-1)).toBe('2 messages')
    await world.comeOnline(ids.slice(21))
    await world.it.advance(HOUR)
    expect(world.titles().slice(21)).toEqual(['Over: box 21 · rule 21'])
  }, 60_000)

  test('waits for the end of the hour even if its owner changes the quiet hours', async () => {
    await takeOffline(21)
    const held = ['opened', 'held', 'More than 20 messages within an hour']
    expect(await world.decisions()).toContainEqual(held)
    await world.chooseTimes({ quiet: null })
    await world.it.advance(MINUTE)
    expect(await world.decisions()).toContainEqual(held)
    expect(world.titles()).toHaveLength(20)
  }, 60_000)

  test('is sent within minutes if it is critical', async () => {
    await takeOffline(21)
    await world.it.createRule({ ...withoutDelay, selector: { agentIds: [world.box] } })
    await world.goOffline()
    await world.it.advance(5 * MINUTE)
    expect(world.titles().slice(20)).toEqual(['Critical: box · It is offline'])
  })
})

test('messages that were left out do not count for the hourly maximum', async () => {
  await world.addChannel({ from: 'warning' })
  const ids = await world.it.registerMany('ada', 20)
  for (const [n, id] of ids.entries()) {
    await world.it.createRule({ ...withoutDelay, name: `rule ${n}`, severity: 'info', selector: { agentIds: [id] } })
  }
  await world.goOffline(ids)
  expect(await countStates()).toEqual({ rows: [{ state: 'left out', total: 20 }] })
  await world.it.createRule({ ...withoutDelay, severity: 'warning', selector: { agentIds: [world.box] } })
  await world.goOffline()
  expect(world.titles()).toEqual(['Warning: box · It is offline'])
})

test('messages about one alert to several channels count separately for the hourly maximum', async () => {
  for (const path of ['/1', '/2', '/3']) await world.addChannel({}, { path })
  const ids = await world.it.registerMany('ada', 7)
  for (const id of ids) await world.it.createRule({ ...withoutDelay, severity: 'info', selector: { agentIds: [id] } })
  await world.goOffline(ids)
  const held = (await world.decisions()).filter(([, state]) => state === 'held')
  expect(held).toEqual([['opened', 'held', 'More than 20 messages within an hour']])
})

test('a full outbox drops further messages', async () => {
  await world.chooseTimes({ digest: { at: '12:30', zone: 'UTC', upTo: 'warning' } })
  await world.addChannel()
  const ids = await world.it.registerMany('ada', 210)
  // The bound of rules is lower than that of messages.
  for (let n = 0; n < 70; n += 1) {
    const agentIds = ids.slice(3 * n, 3 * n + 1)
    await world.it.createRule({ ...withoutDelay, name: `rule ${n}`, severity: 'info', selector: { agentIds } })
  }
  for (let round = 0; round < 2; round += 1) {
    await world.addChannel({ name: `Phone ${round}` }, { path: `/${round}` })
  }
  await world.goOffline(ids)
  const { rows } = await countStates()
  expect(rows).toEqual([
    { state: 'held', total: 200 },
    { state: 'left out', total: 10 },
  ])
  await world.it.advance(30 * MINUTE)
  // One message to each channel: the oldest one.
  expect(world.titles()).toHaveLength(3)
}, 60_000)

async function countStates() {
  const rows = await world.it.db
    .selectFrom('alert_messages')
    .select(['state', (of) => of.fn.countAll().as('total')])
    .groupBy('state')
    .orderBy('state')
    .execute()
  return { rows: rows.map(({ state, total }) => ({ state, total: Number(total) })) }
}

test('a critical alert is sent while 200 less severe messages are held', async () => {
  await world.chooseTimes({ digest: { at: '12:50', zone: 'UTC', upTo: 'warning' } })
  await world.addChannel()
  const { it } = world
  const { user_id, id: channel_id } = await it.db.selectFrom('alert_channels').selectAll().executeTakeFirstOrThrow()
  const held = Array.from({ length: 200 }, (_, n) =>
    aMessage(user_id, {
      notice_key: `before ${n}`,
      channel_id,
      channel_kind: 'webhook',
      channel_name: 'Phone',
      state: 'held',
      due_at: it.now() + 40 * MINUTE,
      created_at: it.now() - 2 * HOUR,
    }),
  )
  await it.repos.messages.saveDecisions(held)
  await it.createRule(withoutDelay)
  await it.createRule({ ...withoutDelay, name: 'Of no haste', severity: 'info' })
  await world.goOffline()
  expect(world.titles()).toEqual(['Critical: box · It is offline'])
  expect(await world.decisions()).toContainEqual(['opened', 'left out', 'More than 200 messages wait for you'])
})

test('the times of a person are found once, and not for each channel and message', async () => {
  const zone = 'Asia/Kathmandu'
  await world.chooseTimes({ quiet: { from: '17:07', to: '19:11', zone, criticalToo: true } })
  const nextRun = vi.spyOn(Cron.prototype, 'nextRun')
  onTestFinished(() => nextRun.mockRestore())
  for (const path of ['/1', '/2', '/3']) await world.addChannel({}, { path })
  const ids = await world.it.registerMany('ada', 4)
  for (const id of ids) await world.it.createRule({ ...withoutDelay, name: id, selector: { agentIds: [id] } })
  await world.goOffline(ids)
  expect((await world.decisions()).filter(([, state]) => state === 'held')).toHaveLength(12)
  // `chooseTimes` has computed them already.
  expect(nextRun.mock.contexts.filter((cron) => (cron as Cron).options.timezone === zone)).toEqual([])
})
