import { agents } from '@atalaya/contract/agents'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { CURSOR_BATCH_SIZE, createAgentCsv } from '#server/agents/agent-csv.ts'
import { createAgentsRepo } from '#server/agents/agents.repo.ts'
import { jsonRows } from '#server/db/dialect.ts'
import { simultaneousRead } from '#test/support/at-once.ts'
import { captureStatements } from '#test/support/query-plans.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import { countTurns } from '#test/support/turn-counter.ts'

let it: TestApp
let admin: string
let ada: { tokens: { accessToken: string }; user: { _id: string } }

beforeAll(async () => {
  it = await createTestApp()
  admin = (await it.signUp('admin')).tokens.accessToken
  ada = await it.signUp('ada')
  await it.call(agents.register, { body: { name: "=cmd|'/C calc'!A0", tags: ['+1', '-x'] } }, ada.tokens.accessToken)
  await it.call(agents.register, { body: { name: 'Kitchen, "left"', tags: ['@home'] } }, ada.tokens.accessToken)
  await it.call(agents.register, { body: { name: 'of the other' } }, admin)
})
afterAll(() => it.close())

async function csv(query = '', token = ada.tokens.accessToken) {
  const headers = { authorization: `Bearer ${token}` }
  const { statusCode, body, headers: received } = await it.app.inject({ url: `/api/v1/agents.csv${query}`, headers })
  return { status: statusCode, lines: body.split('\r\n').slice(0, -1), type: String(received['content-type']) }
}
/** Names, the second cell of each row: an id and its comma take 37 characters. */
const names = (lines: string[]) => lines.slice(1).map((line) => line.slice(37).replace(/,,pending,.*/, ''))

test('the CSV export escapes cells that a spreadsheet would run as formulas', async () => {
  const { status, lines, type } = await csv('?sort=name')
  expect([status, type]).toEqual([200, 'text/csv; charset=utf-8'])
  expect(lines[0]).toBe(
    'ID,Name,Host,Status,IP,Last seen,Tags,CPU %,Memory %,Disk %,Temperature °C,System,Version,Owner',
  )
  expect(lines.slice(1).map((line) => line.slice(37))).toEqual([
    `'=cmd|'/C calc'!A0,,pending,,,"'+1, -x",,,,,,,ada`,
    `"Kitchen, ""left""",,pending,,,'@home,,,,,,,ada`,
  ])
})

test('the CSV export contains the requested columns in their usual order', async () => {
  const { lines } = await csv('?query=kitchen&columns=tags,status,name')
  expect(lines).toEqual(['Name,Status,Tags', `"Kitchen, ""left""",pending,'@home`])
})

test('the CSV export has the rows and the order of the list, without agents of other owners', async () => {
  expect(names((await csv('?query=kitchen')).lines)).toEqual(['"Kitchen, ""left"""'])
  expect(names((await csv('?sort=name&order=desc', admin)).lines)).toEqual([
    'of the other',
    '"Kitchen, ""left"""',
    "'=cmd|'/C calc'!A0",
  ])
  expect(names((await csv(`?ownerId=${ada.user._id}`, (await it.signUp('bob')).tokens.accessToken)).lines)).toEqual([])
})

test('the CSV export contains those requested ids that the list would show', async () => {
  const idOf = async (name: string) => (await csv(`?query=${name}`, admin)).lines[1]?.slice(0, 36)
  const ids = [await idOf('kitchen'), await idOf('calc'), await idOf('other')].join()
  expect(names((await csv(`?sort=name&ids=${ids}`)).lines)).toEqual(["'=cmd|'/C calc'!A0", '"Kitchen, ""left"""'])
  expect(names((await csv(`?query=calc&ids=${ids}`)).lines)).toEqual(["'=cmd|'/C calc'!A0"])
  expect((await csv(`?ids=${Array.from({ length: 201 }, (_, n) => `a${n}`)}`)).status).toBe(400)
})

test.each(['?sort=ip', '?status=asleep', '?system=%00', '?columns=password', '?columns='])(
  'the CSV export refuses %s',
  async (query) => {
    expect((await csv(query)).status).toBe(400)
  },
)

/** Another account, with `many` agents that have the same name. */
async function withMany(username: string, many: number) {
  const { user, tokens } = await it.signUp(username)
  await it.withDatabase(async (db) => {
    const rows = Array.from({ length: many }, (_, n) => [`${username}-${n}`, firstRef + n, user._id])
    const input = jsonRows(db, { id: 'text', ref: 'integer', owner: 'text' }, rows)
    await sql`
      insert into agents (id, ref, owner_id, name, search, tags, token_hash, status, epoch, capabilities, created_at)
      select id, ref, owner, 'same', id, '[]', '', 'offline', 0, '[]', 1 from ${input} as input`.execute(db)
  })
  firstRef += many
  return { userId: user._id, role: 'user' as const, token: tokens.accessToken }
}
let firstRef = 5_000_000

test('an export of more than one batch contains each agent once', async () => {
  const many = CURSOR_BATCH_SIZE + 300
  const { userId } = await withMany('many', many)
  for (const query of ['', '&sort=name', '&sort=disk&order=asc']) {
    const { lines } = await csv(`?ownerId=${userId}${query}`, admin)
    expect(new Set(lines.slice(1)).size).toBe(many)
    expect(lines).toHaveLength(many + 1)
  }
})

test('an export of thousands of agents searches once, not again for each page', async () => {
  const { token } = await withMany('sought', 2000)
  const captured = captureStatements()
  onTestFinished(captured.stop)
  const { lines } = await csv('?query=sought&sort=name', token)
  expect(lines).toHaveLength(2001)
  const searches = captured.take().filter(({ sql }) => sql.includes('agents_search'))
  // One counts the agents, the other one finds their positions.
  expect(searches).toHaveLength(2)
})

test('an agent whose owner changes during an export is missing from the remaining pages', async () => {
  const { token: _, ...seller } = await withMany('seller', 1000)
  const buyer = (await it.signUp('buyer')).user._id
  await it.withDatabase(async (db) => {
    const repo = createAgentsRepo(db, Date.now)
    const write = createAgentCsv({ repo, count: repo.count, findOutdated: async () => [], now: Date.now })
    let lines = 0
    for await (const part of write({ kind: 'user', sessionId: '', ...seller } as never, { query: 'seller' })) {
      const sold = db.updateTable('agents').set({ owner_id: buyer }).where('owner_id', '=', seller.userId)
      if (lines === 0) await sold.execute()
      lines += part.split('\r\n').length - 1
    }
    // The header, and the first page of 250 agents.
    expect(lines).toBe(1 + 250)
  })
})

test('simultaneous exports write each batch in a separate turn of the event loop', async () => {
  const rows = await it.withDatabase((db) => createAgentsRepo(db, Date.now).list({}, { limit: 1, offset: 0 }))
  const counted = countTurns()
  onTestFinished(counted.stop)
  const written = new Map<number, number>()
  // Called once for each row that is written.
  const now = () => {
    written.set(counted.turn, (written.get(counted.turn) ?? 0) + 1)
    return 0
  }
  const cursors = Array.from({ length: 1000 }, (_, n) => ({ key: n, tie: n }))
  const repo = {
    cursorsOf: async () => cursors,
    listAt: simultaneousRead(20, () => Array<string>(250).fill(rows[0] ?? '')),
  }
  const write = createAgentCsv({ repo, count: async () => 1000, findOutdated: async () => [], now })
  await Promise.all(
    Array.from({ length: 20 }, async () => {
      for await (const _part of write({ role: 'admin', userId: '' } as never, {}));
    }),
  )
  expect([...written.values()].reduce((sum, count) => sum + count, 0)).toBe(20 * 1000)
  expect(Math.max(...written.values())).toBe(250)
})

test('the CSV export escapes full-width signs and signs behind a space, as some spreadsheets run them', async () => {
  const eve = (await it.signUp('eve')).tokens.accessToken
  for (const name of ['＝1+1', '＠sum', 'a\u00a0=1']) await it.call(agents.register, { body: { name } }, eve)
  const body = { name: 'last', tags: ['\u2003=1'] }
  await it.call(agents.register, { body }, eve)
  const { lines } = await csv('?columns=name,tags&sort=name&order=asc', eve)
  expect(new Set(lines.slice(1))).toEqual(new Set(["'＝1+1,", "'＠sum,", 'a\u00a0=1,', "last,'=1"]))
})
