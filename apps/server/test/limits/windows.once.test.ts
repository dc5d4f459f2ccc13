import { expect, test } from 'vitest'
import { CLOCK_SKEW_MAX_MS } from '#server/limits/limits.ts'
import { createWindows } from '#server/limits/windows.ts'

/** Maximum of open windows, and of full ones. */
const WINDOWS_MAX = 10_000
/** End of the windows, in ms. */
const END = 60_000

test('open and full windows are limited separately, and a new one removes the oldest of its kind', () => {
  const windows = createWindows(() => 0)
  for (const [kind, max] of [
    ['open', 2],
    ['full', 1],
  ] as const) {
    for (let n = 0; n < WINDOWS_MAX; n++) windows.add(`${kind} ${n}`, max, END)
    expect(windows.find(`${kind} 0`, END)).toEqual({ count: 1, endsAt: END })
    windows.add(`${kind} more`, max, END)
    expect(windows.find(`${kind} 0`, END)).toBeNull()
    for (const key of ['1', String(WINDOWS_MAX - 1), 'more']) expect(windows.find(`${kind} ${key}`, END)).not.toBeNull()
  }
  expect(windows.find('open 1', END)).not.toBeNull()
})

/** Adds as many open windows as are kept, `key 0` first. */
const fillOpen = (windows: ReturnType<typeof createWindows>) => {
  for (let n = 0; n < WINDOWS_MAX; n++) windows.add(`key ${n}`, 3, END)
}

test('another hit does not make a window newer, whether it is open or full', () => {
  const windows = createWindows(() => 0)
  fillOpen(windows)
  windows.add('key 0', 3, END)
  windows.add('one more', 3, END)
  expect(windows.find('key 0', END)).toBeNull()
  for (let n = 0; n < WINDOWS_MAX; n++) windows.add(`full ${n}`, 1, END)
  windows.add('full 0', 1, END)
  windows.add('full more', 1, END)
  expect(windows.find('full 0', END)).toBeNull()
})

test('a window that becomes full makes room among the open ones', () => {
  const windows = createWindows(() => 0)
  fillOpen(windows)
  for (const count of [2, 3]) expect(windows.add('key 1', 3, END).count).toBe(count)
  windows.add('one more', 3, END)
  expect(windows.find('key 0', END)).not.toBeNull()
})

test('a restarted window is the newest and counts from one, even if it was full', () => {
  let clock = 0
  const windows = createWindows(() => clock)
  fillOpen(windows)
  for (let count = 0; count < 3; count++) windows.add('full', 3, END)
  clock = END
  for (const key of ['key 1', 'full']) expect(windows.add(key, 3, 2 * END).count).toBe(1)
  expect(windows.add('full', 3, 2 * END).count).toBe(2)
  windows.add('one more', 3, 2 * END)
  expect(windows.find('key 1', 2 * END)).not.toBeNull()
})

test('a window is dropped early if it ends more than a minute after a new one would', () => {
  let clock = 0
  const windows = createWindows(() => clock)
  windows.add('key', 3, END)
  expect(windows.find('key', END - CLOCK_SKEW_MAX_MS)).not.toBeNull()
  expect(windows.find('key', END - CLOCK_SKEW_MAX_MS - 1)).toBeNull()
  clock = END - 1
  expect(windows.find('key', 2 * END)).not.toBeNull()
  clock = END
  expect(windows.find('key', 2 * END)).toBeNull()
})
