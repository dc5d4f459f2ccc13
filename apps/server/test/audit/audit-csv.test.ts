import { agents } from '@atalaya/contract/agents'
import { AUDIT_TABLE_MAX, type AuditEntry } from '@atalaya/contract/audit'
import type { SignedIn } from '@atalaya/contract/auth'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { createAuditRepo } from '#server/audit/audit.repo.ts'
import { createAudit } from '#server/audit/audit.service.ts'
import { createAuditCsv } from '#server/audit/audit-csv.ts'
import { ENTRIES_PER_READ } from '#server/audit/audit-search.ts'
import { simultaneousRead } from '#test/support/at-once.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import { countTurns } from '#test/support/turn-counter.ts'

const DAY = '2025-01-01T00:00:00.000Z'
const NEXT_DAY = '2025-01-02T00:00:00.000Z'
const HEAD = 'When,Who,What,Whom,Details,From,Who ID,Whom ID'

let app: TestApp
let admin: SignedIn
let member: SignedIn
beforeAll(async () => {
  app = await createTestApp()
  admin = await app.signUp('admin')
  member = await app.signUp('marina')
})
afterAll(() => app.close())

async function csv(query = '', token = admin.tokens.accessToken) {
  const headers = { authorization: `Bearer ${token}` }
  const reply = await app.app.inject({ url: `/api/v1/audit.csv${query}`, headers })
  return { status: reply.statusCode, lines: reply.body.split('\r\n').slice(0, -1), headers: reply.headers }
}

test('the CSV export has a line for each entry and escapes formulas', async () => {
  const body = { name: '=1+1, "left"' }
  const { agent } = (await app.call(agents.register, { body, from: '203.0.113.5' }, member.tokens.accessToken)).body
    .data
  const { status, lines, headers } = await csv('?about=agent')
  expect([status, headers['content-type'], headers['content-disposition']]).toEqual([
    200,
    'text/csv; charset=utf-8',
    'attachment; filename="audit.csv"',
  ])
  expect(lines[0]).toBe(HEAD)
  expect(lines.slice(1).map((line) => line.replace(/^[^,]+Z,/, 'at,'))).toEqual([
    `at,marina,Registered an agent,"'=1+1, ""left""",,203.0.113.5,${member.user._id},${agent.agentId}`,
  ])
})

test('the CSV export respects the filters of the list', async () => {
  const actionsOf = async (query: string) => (await csv(query)).lines.slice(1).map((line) => line.split(',')[2])
  expect(await actionsOf('?action=auth.registered')).toEqual(['Registered', 'Registered'])
  expect(await actionsOf(`?action=auth.registered&userId=${member.user._id}`)).toEqual(['Registered'])
  expect(await actionsOf('?query=SIGNED%20marina')).toEqual(['Signed in'])
  expect(await actionsOf(`?to=${DAY}`)).toEqual([])
  expect((await csv('?about=weather')).status).toBe(400)
})

test('an export of more than one batch contains each entry once, newest first', async () => {
  const many = 777
  await app.withDatabase(async (db) => {
    const repo = createAuditRepo(db)
    const by = { userId: null, username: 'nobody', ip: '' }
    for (let n = 0; n < many; n += 1) {
      await repo.insert(Date.parse(DAY) + n, { action: 'auth.login_failed', by, details: `try ${n}` })
    }
  })
  const whole = await csv(`?from=${DAY}&to=${NEXT_DAY}`)
  const details = whole.lines.slice(1).map((line) => line.split(',')[4])
  expect(details).toEqual(Array.from({ length: many }, (_, n) => `try ${many - 1 - n}`))
  const sought = await csv(`?from=${DAY}&to=${NEXT_DAY}&query=try%207`)
  expect(sought.lines).toHaveLength(1 + details.filter((text) => text?.startsWith('try') && text.includes('7')).length)
})

test('an export that stops before the oldest entry ends with a note about it', async () => {
  const listing = { from: DAY, to: NEXT_DAY }
  const writeCsv = (max: number) =>
    app.withDatabase(async (db) => {
      const parts: string[] = []
      for await (const part of createAuditCsv(createAuditRepo(db), max)(listing)) parts.push(part)
      return parts.join('').split('\r\n').slice(0, -1)
    })
  const cut = await writeCsv(300)
  // The header, 300 entries and the note.
  expect(cut).toHaveLength(302)
  expect(cut.at(-1)).toBe(
    '"Older entries are left out: 300 were looked at, the maximum. Choose earlier days for them."',
  )
  const whole = await writeCsv(777)
  expect(whole).toHaveLength(778)
  expect(whole.join()).not.toContain('left out')
})

test('an export stops reading when the client disconnects, and at its limit', async () => {
  let reads = 0
  const entry: AuditEntry = {
    _id: 'a',
    at: DAY,
    action: 'auth.login',
    actor: { id: null, name: 'x' },
    target: null,
    ip: '',
    details: '',
  }
  const list = async ({ limit }: { limit: number }) => {
    reads += 1
    return Array.from({ length: limit }, () => entry)
  }
  for await (const _part of createAuditCsv({ list })({})) if (reads === 3) break
  expect(reads).toBe(3)
  let lines = 0
  for await (const part of createAuditCsv({ list })({})) lines += part.split('\r\n').length - 1
  // The header and the note are added.
  expect(lines).toBe(AUDIT_TABLE_MAX + 2)
})

test('simultaneous exports and searches each read their entries in separate turns of the event loop', async () => {
  const counted = countTurns()
  onTestFinished(counted.stop)
  const readsByTurn = new Map<number, number>()
  const entry = {
    _id: 'a',
    at: DAY,
    action: 'auth.login',
    actor: { id: null, name: 'x' },
    target: null,
    details: '',
    get ip() {
      readsByTurn.set(counted.turn, (readsByTurn.get(counted.turn) ?? 0) + 1)
      return ''
    },
  } as AuditEntry
  const list = simultaneousRead(20, () => Array<AuditEntry>(ENTRIES_PER_READ).fill(entry))
  const audit = createAudit({ repo: { list } as never, countDownload: () => undefined, now: () => 0 })
  const exportTable = async () => {
    for await (const _part of createAuditCsv({ list }, 4 * ENTRIES_PER_READ)({ query: 'x' }));
  }
  const search = () => audit.list({ limit: 1, query: 'nothing' })
  await Promise.all(Array.from({ length: 20 }, exportTable))
  await Promise.all(Array.from({ length: 20 }, search))
  // An export reads each entry twice: to search it, and to write its line.
  expect(Math.max(...readsByTurn.values())).toBeLessThanOrEqual(2 * ENTRIES_PER_READ)
})

test('only administrators get the CSV export', async () => {
  expect((await csv('', member.tokens.accessToken)).status).toBe(403)
})
