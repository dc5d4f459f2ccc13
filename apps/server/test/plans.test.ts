import { agentSort } from '@atalaya/contract/agent-listing'
import { agents } from '@atalaya/contract/agents'
import { attention } from '@atalaya/contract/attention'
import { audit } from '@atalaya/contract/audit'
import { auth } from '@atalaya/contract/auth'
import { commands } from '@atalaya/contract/commands'
import { qr } from '@atalaya/contract/qr'
import type { Route } from '@atalaya/contract/route'
import { telemetry } from '@atalaya/contract/telemetry'
import { connectAgent, sendSampleAndRecord } from '@atalaya/testbed/agent-client'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { createRepos, transactionsOn } from '#server/compose/repos.ts'
import { changedTable } from '#server/db/on-write.ts'
import { openPostgres } from '#server/db/postgres.ts'
import type { Db } from '#server/db/schema.ts'
import { alertCalls } from '#test/support/alert-calls.ts'
import { commandCalls } from '#test/support/command-calls.ts'
import { displayCalls } from '#test/support/display-calls.ts'
import { reportFault } from '#test/support/fault-report.ts'
import { fillDatabase } from '#test/support/many-rows.ts'
import { captureStatements, largeTables, planOf } from '#test/support/query-plans.ts'
import { recurringJobs } from '#test/support/recurring-jobs.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import { withoutTimers } from '#test/support/without-timers.ts'

/** With a million (`--agents 1000000`) PostgreSQL plans by itself. With fewer it is told that the tables are large. */
const AGENTS = inject('scaleAgents')
const LARGE = 1_000_000
/** Maximum of rows that one step of a statement may read. No statement may scan a table with more. */
const ROWS_MAX = 3000
const HOUR = 3_600_000
const isPostgres = inject('database') !== 'sqlite'
let it: TestApp
let large = new Set<string>()
let admin: string
let other: string
let agentId: string
let connectedId: string
let batchId: string
/** One of the last agents, as a cursor with few agents behind it. */
let nearLastId: string
let address: string
let token: string
let client: Awaited<ReturnType<typeof connectAgent>>
const captured = captureStatements()
const now = Date.now()
const recurring = recurringJobs(now)

beforeAll(async () => {
  it = await createTestApp({ times: withoutTimers })
  const [first, second] = [await it.signUp('admin'), await it.signUp('other')]
  if (isPostgres) {
    // A separate connection, without a limit for the time of a statement.
    const db = openPostgres(it.config.DATABASE_URL ?? '')
    await fillDatabase(db, AGENTS, { admin: first.user._id, other: second.user._id }, now).finally(() => db.destroy())
    large = await it.withDatabase((db) => largeTables(db, ROWS_MAX))
  }
  // Filling may take longer than a token is valid.
  ;[admin, other] = [await signIn('admin'), await signIn('other')]
  const registered = (await it.call(agents.register, { body: { name: 'Real' } }, other)).body.data
  connectedId = registered.agent.agentId
  agentId = isPostgres ? await it.withDatabase((db) => idOf(db, 1)) : connectedId
  token = registered.token
  address = await it.listen()
  client = await connectAgent(address, token)
  const body = { command: 'ping', agentId: connectedId }
  nearLastId = isPostgres ? await it.withDatabase((db) => idOf(db, AGENTS - 20)) : connectedId
  batchId = isPostgres ? 'b2' : (await it.call(commands.send, { body }, other)).body.data.batchId
  captured.take()
}, 1_800_000)
afterAll(async () => {
  captured.stop()
  await it.close()
})

async function signIn(username: string): Promise<string> {
  const { body } = await it.call(auth.login, { body: { username, password: 'correct horse battery' } })
  return body.data.tokens.accessToken
}

async function idOf(db: Db, ref: number): Promise<string> {
  const { id } = await db.selectFrom('agents').select('id').where('ref', '=', ref).executeTakeFirstOrThrow()
  return id
}

const get = (route: Route, query = {}, token = admin, params = {}) =>
  it.call(route, { query, params }, token).then(({ status }) => expect(status).toBe(200))
const isoOf = (time: number) => new Date(time).toISOString()
const range = (hours: number, to = now) => {
  const query = { from: isoOf(to - hours * HOUR), to: isoOf(to), points: '60' }
  return () => get(telemetry.range, query, admin, { id: agentId })
}
const lastDay = { from: isoOf(now - 24 * HOUR), to: isoOf(now) }
/** Calls of people and agents, over HTTP and WebSockets. */
const requests: Record<string, () => Promise<unknown>> = {
  'agents by a part of the name': () => get(agents.list, { query: 'machine 1234' }),
  'agents by a part of the id': () => get(agents.list, { query: agentId.slice(9, 23) }),
  'my agents by name': () => get(agents.list, { query: 'machine 7' }, other),
  'the first page of all agents': () => get(agents.list, { page: '1', pageSize: '50' }),
  'the last agents of all': () => get(agents.list, { after: nearLastId, pageSize: '50' }),
  ...Object.fromEntries(
    agentSort.options.flatMap((sort) => [
      [`all agents by ${sort}`, () => get(agents.list, { sort })],
      [
        `agents by ${sort}, descending from a cursor`,
        () => get(agents.list, { sort, order: 'desc', after: nearLastId }),
      ],
      [`all agents by ${sort}, ascending`, () => get(agents.list, { sort, order: 'asc' })],
      [`agents by ${sort}, ascending from a cursor`, () => get(agents.list, { sort, order: 'asc', after: nearLastId })],
      [
        `agents with one of some tags, by ${sort}, ascending`,
        () => get(agents.list, { sort, order: 'asc', tag: ['few', 'many'] }),
      ],
      [`agents of some owners, by ${sort}`, () => get(agents.list, { sort, ownerId: ['u1', 'u2', 'u3'] })],
      [`agents with a status that many have, by ${sort}`, () => get(agents.list, { sort, status: 'online' })],
      [`agents with a tag that few have, by ${sort}`, () => get(agents.list, { sort, tag: 'few' })],
      [`agents with a tag that many have, by ${sort}`, () => get(agents.list, { sort, tag: 'many', status: 'online' })],
      [`agents with troubles, by ${sort}`, () => get(agents.list, { sort, trouble: 'true' })],
      [`agents over a bound, by ${sort}`, () => get(agents.list, { sort, critical: 'true' })],
      [`outdated agents, by ${sort}`, () => get(agents.list, { sort, outdated: 'true' })],
      [`my agents by ${sort}`, () => get(agents.list, { sort, owner: 'me' }, other)],
    ]),
  ),
  'agents of an account': () => get(agents.list, { ownerId: 'u1', sort: 'disk' }),
  'agents with a system and a version': () => get(agents.list, { system: 'Debian', version: '0.3', sort: 'memory' }),
  'agents by a status': () => get(agents.list, { query: 'quaran', sort: 'cpu' }),
  'the systems and versions of all agents': () => get(agents.facets),
  'the systems and versions of my agents': () => get(agents.facets, {}, other),
  'an agent': () => get(agents.get, {}, admin, { id: agentId }),
  'the newest data of my agents': () => get(agents.latest, {}, other),
  'the newest data of all agents': () => get(agents.latest),
  'data of an agent, page by page': () => get(agents.records, { page: '2', pageSize: '50' }, admin, { id: agentId }),
  'a chart of the last half hour': range(0.5),
  'a chart of a day': range(24),
  'a chart of a week': range(7 * 24),
  'a chart of a year': range(300 * 24),
  'a chart of an hour last week': range(1, now - 7 * 24 * HOUR),
  'a chart of several machines': () => get(telemetry.compare, { ...lastDay, ids: `${agentId},${connectedId}` }),
  'a chart of machines with a tag': () => get(telemetry.compare, { ...lastDay, tag: 'many' }),
  'a chart of my machines with a tag': () => get(telemetry.compare, { ...lastDay, tag: 'many' }, other),
  'the commands of an agent': () => get(commands.listOfAgent, { page: '3' }, admin, { id: agentId }),
  'the results of a batch': () => get(commands.batch, {}, admin, { id: batchId }),
  // Small pages, because the commands of each batch are counted, up to a thousand.
  'the commands that I sent': () => get(commands.activity, { page: '2', pageSize: '3' }),
  'the commands under way': () => get(commands.activity, { show: 'open', pageSize: '3' }),
  'the commands that failed': () => get(commands.activity, { show: 'wrong' }),
  'the commands that failed on my agents': () => get(commands.activity, { show: 'wrong' }, other),
  'the list of attention': () => get(attention.read),
  'the list of attention for my agents': () => get(attention.read, {}, other),
  ...alertCalls(() => ({ get, it, agentId, mine: other })),
  'the reach of a command': () => get(commands.reach, {}, other),
  'the audit': () => get(audit.list, { limit: '50' }),
  'the audit before a time': () => get(audit.list, { before: (now - 24 * HOUR + 5000).toString(16).padStart(12, '0') }),
  'the audit of one account': () => get(audit.list, { userId: 'u1' }),
  'the recent audit of one account': () => get(audit.list, { userId: 'u1', from: new Date(now - HOUR).toISOString() }),
  'entries with a word that is nowhere': () => get(audit.list, { query: 'nowhere' }),
  'the audit of one account with a word that is nowhere': () => get(audit.list, { query: 'nowhere', userId: 'u1' }),
  'one action with a word that is nowhere': () => get(audit.list, { query: 'nowhere', action: 'auth.login' }),
  'one action': () => get(audit.list, { action: 'auth.password_changed' }),
  'my own account': () => get(auth.me),
  'my sessions': () => get(auth.sessions),
  async 'signing in and refreshing'() {
    const body = { username: 'other', password: 'correct horse battery' }
    const { tokens } = (await it.call(auth.login, { body })).body.data
    const { status } = await it.call(auth.refresh, { body: { refreshToken: tokens.refreshToken } })
    expect(status).toBe(200)
  },
  async 'signing in by QR code'() {
    const { code } = (await it.call(qr.generate)).body.data
    expect((await it.call(qr.status, { params: { code } })).status).toBe(200)
    expect((await it.call(qr.scan, { body: { code } })).status).toBe(200)
  },
  ...displayCalls(() => ({ it, owner: other })),
  ...commandCalls(() => ({ it, owner: other, agentId: connectedId, client })),
  async 'samples and a record of an agent'() {
    await sendSampleAndRecord(client)
  },
  async 'an agent that connects'() {
    await connectAgent(address, token, { runId: 'run-2' }).then((again) => again.end())
  },
  async 'changing the upstream of an agent'() {
    const { agent } = (await it.call(agents.register, { body: { name: 'Switch' } }, other)).body.data
    for (const behind of [agent.agentId, null]) {
      const { status } = await it.call(agents.edit, { params: { id: connectedId }, body: { behind } }, other)
      expect(status).toBe(200)
    }
  },
  async 'registering and removing an agent'() {
    const { agent } = (await it.call(agents.register, { body: { name: 'Other' } }, other)).body.data
    expect((await it.call(agents.remove, { params: { id: agent.agentId } }, other)).status).toBe(200)
  },
}

/** Largest number of rows that one step of each statement reads. */
const rowsRead = new Map<string, number>()

/** Expects that every statement since the last check reads few rows, by an index. Only writes may invalidate caches. */
async function expectIndexed(): Promise<void> {
  const queries = captured.take()
  expect(queries.length).toBeGreaterThan(0)
  await it.withDatabase(async (db) => {
    for (const query of queries) {
      const plan = await planOf(db, query, AGENTS < LARGE)
      expect(changedTable(query) !== undefined, query.sql).toBe(plan.isWrite)
      expect(plan.scanned.filter(isLarge), `${plan.sql}\n${plan.text}`).toEqual([])
      // A count reads a whole index; long counts are cached for a while.
      if (/^select count/.test(plan.sql)) continue
      expect(plan.rows ?? 0, `${plan.sql}\n${plan.text}`).toBeLessThanOrEqual(ROWS_MAX)
      rowsRead.set(plan.sql, Math.max(plan.rows ?? 0, rowsRead.get(plan.sql) ?? 0))
    }
    captured.take()
  })
}
const calls = Object.keys(requests).length + Object.keys(recurring).length
const isLarge = (table: string) => (isPostgres ? large.has(table) : !SMALL.has(table))
/**
 * Tables that SQLite may scan. They have a row for each account at most, or are part of the statement, or hold unsent
 * notices.
 */
const SMALL = new Set(['meta', 'input', 'ranked', 'agents_gone', 'chosen', 'alert_notices', 'upstream', 'downstream'])

describe('no statement scans a large table, and none that only reads ends caches', () => {
  test.each(Object.entries(requests))('%s', async (_name, ask) => {
    captured.take()
    await ask()
    await expectIndexed()
  })

  test.each(Object.entries(recurring))('%s', async (_name, work) => {
    await it.withDatabase(async (db) => {
      captured.take()
      await work(createRepos(db), transactionsOn(db))
    })
    await expectIndexed()
  })
  test('the tests above cover more than 80 statements', (context) => {
    expect(rowsRead.size).toBeGreaterThan(80)
    if (!isPostgres || AGENTS < LARGE) return
    const most = Math.max(...rowsRead.values()).toLocaleString('en')
    reportFault(
      context,
      {
        fault: `${AGENTS.toLocaleString('en')} agents with what they leave behind, and the plans of every statement that ${calls} calls and jobs send`,
        expected: `None goes through a table, no step looks at more than ${ROWS_MAX.toLocaleString('en')} rows, but for counts`,
        measured: `${rowsRead.size} statements, at most ${most} rows in a step of one`,
      },
      'Scale',
    )
  })
})
