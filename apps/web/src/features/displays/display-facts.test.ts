import { expect, test } from 'vitest'
import { onScreenName, onScreenText } from '#web/features/displays/display-facts.ts'
import { aDisplay } from '#web/features/displays/testing/a-display.ts'

const createdAt = '2026-11-20T12:00:00Z'
const nothing = { pageId: null, version: '1', width: 1024, height: 600, memoryBytes: null, stillMs: 0 }

test.each([
  ['has just come, in its first report after the pairing', '2026-11-20T12:00:01Z', 'Has just come', '-'],
  ['shows nothing, in a later report', '2026-11-20T12:00:31Z', 'Shows nothing', 'Nothing'],
])('a display without a page on screen %s', (_claim, seenAt, text, name) => {
  const display = aDisplay({ createdAt, seenAt, report: nothing })
  expect([onScreenText(display, []), onScreenName(display, [])]).toEqual([text, name])
})

test('a new display without a playlist shows nothing', () => {
  const display = aDisplay({ createdAt, seenAt: createdAt, report: nothing, entries: [] })
  expect(onScreenText(display, [])).toBe('Shows nothing')
})
