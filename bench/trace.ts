import type { CDPSession, Page } from '@playwright/test'

/**
 * Event of Chrome's trace format: `ph` is its phase, such as X for a complete event. `tts` and `tdur` are its start and
 * duration in microseconds of the thread's own clock.
 */
type Trace = {
  name: string
  ph: string
  tid: number
  pid: number
  tts?: number
  tdur?: number
  args: { name?: string }
}

/** Events that count as ours: scripts in the page, and the computing that they cause. Painting and waiting do not. */
const OURS = new Set([
  'FunctionCall',
  'EventDispatch',
  'FireAnimationFrame',
  'RunMicrotasks',
  'UpdateLayoutTree',
  'Layout',
])

/** Events of the browser while `act` ran. */
export async function traceWhile(session: CDPSession, act: () => Promise<void>): Promise<Trace[]> {
  const events: Trace[] = []
  session.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as Trace[])))
  const done = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve))
  await session.send('Tracing.start', {
    traceConfig: { includedCategories: ['toplevel', 'devtools.timeline', 'disabled-by-default-devtools.timeline'] },
  })
  await act()
  await session.send('Tracing.end')
  await done
  return events
}

/** Milliseconds of a task of the page's own thread: in all, and our part. */
type Task = { whole: number; ours: number }

/**
 * Tasks of a trace, by the thread's own clock, so that other programs on the machine don't count. Nested work counts
 * once.
 */
export function tasksOf(events: readonly Trace[]): Task[] {
  const main = events.find(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
  const spans = events
    .filter(({ ph, pid, tid }) => ph === 'X' && pid === main?.pid && tid === main.tid)
    .map(({ name, tts = 0, tdur = 0 }) => ({ name, from: tts, to: tts + tdur }))
  const ours = spans.filter(({ name }) => OURS.has(name)).sort((a, b) => a.from - b.from)
  const tasks = spans.filter(({ name }) => name === 'RunTask')
  return tasks.map(({ from, to }) => {
    let reached = from
    let sum = 0
    for (const work of ours.filter((span) => span.from >= from && span.to <= to)) {
      sum += Math.max(0, work.to - Math.max(work.from, reached))
      reached = Math.max(reached, work.to)
    }
    return { whole: (to - from) / 1000, ours: sum / 1000 }
  })
}

/** Remembers, from now on, the longest time from a press to the frame that answers it. */
export const watchPresses = (page: Page) =>
  page.evaluate(() => {
    const presses = { longest: 0 }
    Object.assign(globalThis, { presses })
    new PerformanceObserver((list) => {
      const events = list.getEntries() as (PerformanceEntry & { interactionId: number })[]
      for (const { interactionId, duration } of events)
        if (interactionId) presses.longest = Math.max(presses.longest, duration)
    }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
  })

/** Longest press so far, in milliseconds. */
export const longestPress = (page: Page): Promise<number> =>
  page.evaluate(() => (globalThis as unknown as { presses: { longest: number } }).presses.longest)
