import { defineStream, type Tools } from '@atalaya/module-sdk/server'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createFaults } from '#server/containment/faults.ts'
import { type AnySource, createUpstream } from '#server/widget-data/upstream.ts'

const SECOND = 1000
const HELD_MS = 120 * SECOND
/** Connections that break at once, before one holds. */
const BROKEN = 8

test('a connection that held for long is opened again soon, however often it broke before', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const begun: number[] = []
  const source = defineStream({
    staleAfterMs: SECOND,
    async run(_config, _tools, emit) {
      emit(begun.push(Date.now()))
      if (begun.length > BROKEN) await new Promise((resolve) => setTimeout(resolve, HELD_MS))
    },
  }) as AnySource
  const upstream = createUpstream({
    ...{ source, config: {}, now: Date.now, onChange: () => {} },
    toolsFor: (signal) => ({ signal }) as Tools,
    faults: createFaults((error) => expect.unreachable(String(error))),
  })
  upstream.start()
  while (begun.length < BROKEN + 2) await vi.advanceTimersByTimeAsync(SECOND)
  upstream.stop()
  const pauses = begun.slice(1).map((at, n) => at - (begun[n] ?? 0))
  expect(pauses.at(BROKEN - 1)).toBeGreaterThanOrEqual(60 * SECOND)
  // Five seconds, and up to a quarter more.
  expect(pauses.at(BROKEN)).toBeLessThan(HELD_MS + 7 * SECOND)
})
