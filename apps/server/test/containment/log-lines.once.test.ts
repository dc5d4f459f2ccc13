import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createThrottledLines } from '#server/compose/log-lines.ts'

type Log = Parameters<typeof createThrottledLines>[0]

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
})

/** Throttled lines, and `texts`: those that reached the log. */
function createLines() {
  const texts: string[] = []
  const error = ({ err }: { err: Error }) => void texts.push(err.message)
  const warn = (_entry: object, message: string) => void texts.push(message)
  return { texts, lines: createThrottledLines({ error, warn } as unknown as Log) }
}

test('many warnings of one module of one user hold back no warning of another module or user', () => {
  const { texts, lines } = createLines()
  for (const [module, user] of [
    ['weather', 'ada'],
    ['weather', 'ada'],
    ['weather', 'bob'],
    ['links', 'ada'],
  ] as const) {
    lines.warn(module, user, `${module} of ${user}`)
  }
  expect(texts).toEqual(['weather of ada', 'weather of bob', 'links of ada'])
})

test('many faults of one place hold back no fault of another place or scope', () => {
  const { texts, lines } = createLines()
  // Two functions, as the place of a fault is the line that made its error.
  const here = (message: string) => new Error(message)
  const there = (message: string) => new Error(message)
  lines.fault(here('first'), 'source')
  lines.fault(here('second'), 'source')
  lines.fault(there('third'), 'source')
  lines.fault(here('fourth'), 'job')
  expect(texts).toEqual(['first', 'third', 'fourth'])
})
