import type { AttentionCounts } from '@atalaya/contract/attention'
import { expect, test } from 'vitest'
import { fleetLines, operationLines } from '#web/app/home/attention-lines.ts'

const calm: AttentionCounts = {
  agents: 12,
  offline: 0,
  degraded: 0,
  quarantined: 0,
  pending: 0,
  critical: 0,
  outdated: 0,
  failed: 0,
  waiting: 0,
}
const texts = (counts: Partial<AttentionCounts>, isBeginner = false) =>
  fleetLines({ counts: { ...calm, ...counts }, list: '/agents', isBeginner, formats: {} }).map(({ text }) => text)

test('a fleet without problems has no lines', () => {
  expect(texts({})).toEqual([])
})

test.each<[Partial<AttentionCounts>, string]>([
  [{ offline: 1 }, '1 agent is offline'],
  [{ offline: 3 }, '3 agents are offline'],
  [{ degraded: 2 }, '2 agents are degraded'],
  [{ quarantined: 1 }, '1 agent is kept out: two programs use its token'],
  [{ critical: 1 }, '1 agent is over a bound'],
  [{ outdated: 5 }, '5 agents are outdated'],
  [{ failed: 1 }, '1 command failed within a day'],
  [{ waiting: 2 }, '2 commands wait for their agents'],
  [{ pending: 1 }, '1 agent has never connected'],
  [{ offline: 1000 }, '1000 agents are offline'],
  [{ offline: 1001 }, 'More than 1000 agents are offline'],
])('%o is shown as %s', (counts, text) => {
  expect(texts(counts)).toEqual([text])
})

test('lines that need a decision come first, each with a link to its agents', () => {
  const counts = { ...calm, offline: 1, quarantined: 1, failed: 1, critical: 1, outdated: 1 }
  expect(fleetLines({ counts, list: '/admin/agents', isBeginner: false, formats: {} }).map(({ to }) => to)).toEqual([
    '/admin/agents?status=quarantined',
    '/admin/agents?status=offline',
    '/admin/agents?critical=true',
    '/activity?show=wrong',
    '/admin/agents?outdated=true',
  ])
})

test('during the first steps a pending agent has no line', () => {
  expect(texts({ pending: 1 }, true)).toEqual([])
})

const schedule = {
  everyHours: 24,
  keep: 7,
  lastAt: '2026-03-01T00:00:00Z',
  isLate: false,
  isAsked: false,
  failure: null,
}
const disk = { freeBytes: 2 ** 30, totalBytes: 2 ** 34, level: 'low' as const }

test.each([
  ['a healthy server', { schedule, disk: { ...disk, level: 'ok' as const } }, []],
  [
    'a disk with little room',
    { schedule, disk },
    [expect.stringContaining("1 GiB of 16 GiB are free on the server's disk")],
  ],
  ['a late backup', { schedule: { ...schedule, isLate: true }, disk: null }, ['The newest backup is old']],
  [
    'a backup that failed',
    { schedule: { ...schedule, failure: { at: '2026-03-02T00:00:00Z', reason: 'disk full' } }, disk: null },
    ['The last backup failed: disk full'],
  ],
  ['no backups', { schedule: null, disk: null }, ['No backups are made: set BACKUP_DIR where the server is started']],
  ['an unknown state', { schedule: undefined, disk: undefined }, []],
])('the lines about the installation name each problem: %s', (_what, attention, wanted) => {
  expect(operationLines({ ...attention, hasDataToLose: true }, {}).map(({ text }) => text)).toEqual(wanted)
})

test('the line about missing backups links to the instructions', () => {
  const [line] = operationLines({ schedule: null, disk: null, hasDataToLose: true }, {})
  expect(line?.to).toMatch(/^https:.*\/docs\/backup\.md$/)
})

test('an installation without data gets no hint to make backups', () => {
  expect(operationLines({ schedule: null, disk: null, hasDataToLose: false }, {})).toEqual([])
})
