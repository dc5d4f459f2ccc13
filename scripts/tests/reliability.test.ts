import { expect, test } from 'vitest'
import { type Row, withRows } from './reliability.ts'

const row = (overrides: Partial<Row>): Row => ({
  section: 'Faults',
  fault: 'kill',
  expected: 'all is well',
  measured: 'it was',
  database: 'SQLite',
  ...overrides,
})

test('a run replaces the rows that it measured and keeps the others', () => {
  const first = withRows('', [row({}), row({ database: 'PostgreSQL', measured: 'it was | too' })], '2026-01-01')
  const page = withRows(first, [row({ measured: 'it is' }), row({ section: 'Fuzz', fault: 'calls' })], '2026-02-02')
  expect(page.slice(page.indexOf('## '))).toBe(`## Faults

| What | Must hold | SQLite | PostgreSQL |
|---|---|---|---|
| kill | all is well | it is (2026-02-02) | it was \\| too (2026-01-01) |

## Fuzz

| What | Must hold | SQLite | PostgreSQL |
|---|---|---|---|
| calls | all is well | it was (2026-02-02) | – |
`)
  expect(withRows(page, [], '2026-03-03')).toBe(page)
})
