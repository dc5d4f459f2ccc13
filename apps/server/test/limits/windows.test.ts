import { expect, test } from 'vitest'
import { createWindows } from '#server/limits/windows.ts'

const KEPT = 10_000
const END = 60_000

test('so many windows are kept, of those with room and of full ones each; a new one pushes out the oldest', () => {
  const windows = createWindows(() => 0)
  for (const [kind, max] of [
    ['open', 2],
    ['full', 1],
  ] as const) {
    for (let at = 0; at < KEPT; at++) windows.add(`${kind} ${at}`, max, END)
    expect(windows.find(`${kind} 0`, END)).toEqual({ count: 1, endsAt: END })
    windows.add(`${kind} more`, max, END)
    expect(windows.find(`${kind} 0`, END)).toBeNull()
    for (const kept of ['1', String(KEPT - 1), 'more']) expect(windows.find(`${kind} ${kept}`, END)).not.toBeNull()
  }
  expect(windows.find('open 1', END)).not.toBeNull()
})
