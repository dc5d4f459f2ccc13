import { expect, onTestFinished, test, vi } from 'vitest'
import { openLiveStream } from '#web/lib/live/live-stream.ts'
import { startSession } from '#web/testing/render.tsx'

const SECOND = 1000

type Connection = ReadableStreamDefaultController<Uint8Array>

/** Follows live events in stopped time. Returns the opened connections; a server that `isMute` never answers. */
function follow({ isMute = false } = {}) {
  startSession()
  const opened: Connection[] = []
  const fetchStream: typeof fetch = (_address, { signal } = {}) => {
    const { promise, resolve, reject } = Promise.withResolvers<Response>()
    const start = (controller: Connection) => {
      opened.push(controller)
      signal?.addEventListener('abort', () => {
        reject(signal.reason)
        if (!isMute) controller.error(signal.reason)
      })
    }
    const body = new ReadableStream({ start })
    if (!isMute) resolve(new Response(body))
    return promise
  }
  vi.stubGlobal('fetch', fetchStream)
  vi.spyOn(Math, 'random').mockReturnValue(0)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const stop = new AbortController()
  onTestFinished(() => {
    stop.abort()
    vi.useRealTimers()
    vi.restoreAllMocks()
    vi.unstubAllGlobals()
  })
  void openLiveStream({ beginAt: () => null, onEvent: () => undefined, signal: stop.signal })
  return opened
}

const advance = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * SECOND)

test('a stream stays while something comes within 50 s, and is opened again after silence', async () => {
  const opened = follow()
  await advance(0)
  for (const _ of [1, 2, 3]) {
    await advance(40)
    opened[0]?.enqueue(new TextEncoder().encode(': here\n\n'))
    await advance(0)
  }
  await advance(49)
  expect(opened).toHaveLength(1)
  await advance(2)
  expect(opened).toHaveLength(2)
})

test('a stream that the server does not begin within 50 s is asked for again', async () => {
  const opened = follow({ isMute: true })
  await advance(49)
  expect(opened).toHaveLength(1)
  await advance(2)
  expect(opened).toHaveLength(2)
})
