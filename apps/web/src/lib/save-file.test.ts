import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { showFormats } from '#web/lib/formats.ts'
import { saveTable } from '#web/lib/save-file.ts'
import { savedFiles } from '#web/testing/saved-files.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

test.each([
  ['Pacific/Kiritimati', '2026-11-21'],
  ['UTC', '2026-11-20'],
  ['Pacific/Honolulu', '2026-11-20'],
])('a table that is saved at 20:00 UTC has the day of the person in %s in its name', (zone, day) => {
  vi.setSystemTime('2026-11-20T20:00:00Z')
  showFormats({ zone })
  const saved = savedFiles()
  saveTable('agents', 'ID')
  expect(saved).toEqual([`agents-${day}.csv`])
})

test('a table that is saved early in the day has the day before in its name, where that has not ended', () => {
  vi.setSystemTime('2026-11-20T05:00:00Z')
  showFormats({ zone: 'Pacific/Honolulu' })
  const saved = savedFiles()
  saveTable('agents', 'ID')
  expect(saved).toEqual(['agents-2026-11-19.csv'])
})
