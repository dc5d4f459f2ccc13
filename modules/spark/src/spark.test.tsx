import { type FleetView, type Host, HostContext, type SourceView } from '@atalaya/module-sdk/host'
import { createSignal } from '@atalaya/module-sdk/signal'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { currentJoke, type Deck, drawNext, newDeck } from './deck.ts'
import definition from './index.tsx'
import { jokes } from './jokes.ts'

const HOUR_MS = 60 * 60_000
const NOON = new Date(2026, 10, 21, 12).getTime()

let close: () => void
beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.useFakeTimers({ now: NOON })
})
afterEach(() => {
  act(() => close())
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

type Setup = {
  config?: object
  fleet?: FleetView
  stored?: unknown
  isSuspended?: boolean
  data?: SourceView
  zone?: string
  read?: () => Promise<unknown>
}

const unknown: SourceView = { state: 'failed', error: "Choose a place in this module's settings." }

async function show({ config = {}, fleet = { state: 'loading' }, stored = null, ...rest }: Setup = {}) {
  const { isSuspended = false, data = unknown, zone, read = async () => stored } = rest
  const kept: Deck[] = []
  const host = {
    config: createSignal(config),
    size: createSignal({ width: 1, height: 3 }),
    suspended: createSignal(isSuspended),
    awaySince: createSignal<string | null>(null),
    fleet: createSignal(fleet),
    data: createSignal(data),
    formats: createSignal({ zone }),
    storage: { read, write: async (deck: Deck) => void kept.push(deck) },
  }
  const container = document.createElement('div')
  const root = createRoot(container)
  close = () => root.unmount()
  await act(async () =>
    root.render(
      <HostContext value={host as unknown as Host}>
        <definition.Widget />
      </HostContext>,
    ),
  )
  const joke = () => container.querySelector('[aria-live]')?.textContent ?? ''
  const press = () => act(async () => container.querySelector('button')?.click())
  const mood = () => container.querySelector('[data-mood]')?.getAttribute('data-mood')
  return { container, host, kept, joke, press, mood }
}

test('the tile shows a joke, shows another one at each press, and stores its position', async () => {
  const { container, joke, press, mood, kept } = await show({ config: { name: 'Chispa', language: 'Español' } })
  const first = joke()
  expect(jokes.es).toContain(first)
  expect(mood()).toBe('eager')
  await press()
  expect(jokes.es).toContain(joke())
  expect(joke()).not.toBe(first)
  expect(mood()).toBe('delighted')
  expect(container.querySelector('button')?.getAttribute('aria-label')).toBe('Chispa: otro chiste')
  expect(kept.map(({ told }) => told)).toEqual([1, 2])
  act(() => void vi.advanceTimersByTime(5_000))
  expect(mood()).toBe('eager')
})

test('the tile shows the last joke again for up to an hour', async () => {
  const deck = drawNext(newDeck(3), jokes.en.length, NOON - HOUR_MS / 2)
  const { joke, kept } = await show({ stored: deck })
  expect(joke()).toBe(jokes.en[currentJoke(deck, jokes.en.length)])
  expect(kept).toEqual([])
  await act(async () => vi.advanceTimersByTime(HOUR_MS / 2))
  expect(kept.map(({ told }) => told)).toEqual([2])
})

test.each([
  ['a minute ahead', 0, 60_000],
  ['a day ahead', 1, 24 * HOUR_MS],
])('the last joke of a screen whose clock was %s is replaced %i times within a minute', async (_what, drawn, ahead) => {
  const { kept } = await show({ stored: drawNext(newDeck(3), jokes.en.length, NOON + ahead) })
  await act(async () => vi.advanceTimersByTime(60_000))
  expect(kept).toHaveLength(drawn)
})

test('out of sight Spark neither moves nor shows another joke', async () => {
  const deck = drawNext(newDeck(3), jokes.en.length, NOON)
  const { container, host, kept } = await show({ stored: deck, isSuspended: true })
  await act(async () => vi.advanceTimersByTime(3 * HOUR_MS))
  expect(kept).toEqual([])
  expect(container.querySelector('.spark-moves')).toBeNull()
  await act(async () => host.suspended.set(false))
  expect(container.querySelector('.spark-moves')).not.toBeNull()
  expect(kept).toHaveLength(1)
})

test('an offline agent is shown by the mood and in words', async () => {
  const agents = [
    { agentId: 'a', isOnline: true, tags: [] },
    { agentId: 'b', isOnline: false, tags: [] },
  ]
  const { container, host, mood } = await show({ fleet: { state: 'ready', total: 2, agents } })
  expect(mood()).toBe('worried')
  expect(container.textContent).toContain('Missing 1 of 2 agents')
  // While the server is away, nobody knows which agents are offline.
  act(() => host.awaySince.set('2026-11-21T12:00:00Z'))
  expect(mood()).toBe('eager')
  act(() => host.awaySince.set(null))
  const back: FleetView = { state: 'ready', total: 2, agents: agents.map((agent) => ({ ...agent, isOnline: true })) }
  act(() => host.fleet.set(back))
  expect(mood()).toBe('eager')
})

test('the mood follows the hour while the tile is open', async () => {
  const { mood } = await show()
  expect(mood()).toBe('eager')
  await act(() => vi.advanceTimersByTimeAsync(3 * 3_600_000))
  expect(mood()).toBe('calm')
})

test('the mood follows the current weather, unless an agent is offline', async () => {
  const weather = (now: object, stale = false): SourceView => {
    const data = { now: { sky: 'cloudy', isDay: true, temperature: 15, ...now } }
    return { state: 'ready', data, asOf: '2026-11-21T12:00:00Z', stale, error: null }
  }
  const { container, host, mood } = await show({ data: weather({ sky: 'rain' }) })
  expect(mood()).toBe('soaked')
  expect(container.textContent).toContain('Rain. My one weakness')
  const moodIn = (now: object, stale?: boolean) => {
    act(() => host.data.set(weather(now, stale)))
    return mood()
  }
  expect(moodIn({})).toBe('eager')
  expect(moodIn({ sky: 'clear' })).toBe('sunny')
  expect(moodIn({ sky: 'clear', isDay: false })).toBe('eager')
  expect(moodIn({ temperature: -3 })).toBe('frosty')
  expect(moodIn({ temperature: 0 })).toBe('frosty')
  expect(moodIn({ temperature: 1 })).toBe('eager')
  expect(moodIn({ temperature: 36 })).toBe('melting')
  expect(moodIn({ sky: 'fog' })).toBe('lost')
  expect(moodIn({ sky: 'thunder' })).toBe('startled')
  expect(moodIn({ sky: 'thunder' }, true)).toBe('eager')
  moodIn({ sky: 'rain' })
  act(() => host.fleet.set({ state: 'ready', total: 1, agents: [{ agentId: 'a', isOnline: false, tags: [] }] }))
  expect(mood()).toBe('worried')
})

test.each([
  ['Pacific/Auckland', 'asleep'],
  ['America/Los_Angeles', 'fresh'],
])('the mood follows the hour of the chosen zone: %s', async (zone, mood) => {
  vi.setSystemTime('2026-11-21T16:00:00Z')
  const spark = await show({ zone })
  expect(spark.mood()).toBe(mood)
})

test('Spark calms down only after a pause in the clicks', async () => {
  const { press, mood } = await show()
  for (let clicks = 0; clicks < 5; clicks += 1) {
    await press()
    await act(async () => vi.advanceTimersByTime(3_000))
  }
  expect(mood()).toBe('delighted')
  await press()
  expect(mood()).toBe('dizzy')
  await act(async () => vi.advanceTimersByTime(4_000))
  expect(mood()).toBe('eager')
})

test('Spark has its own name if the form has only spaces', async () => {
  expect((await show({ config: { name: '  ' } })).container.textContent).toContain('Spark ')
})

test('Spark tells a joke also if its position could not be read', async () => {
  const { joke, kept } = await show({ read: () => Promise.reject(new Error('The server cannot be reached')) })
  expect(jokes.en).toContain(joke())
  expect(kept).toHaveLength(1)
})

test('a tile that is gone stores no joke when its position arrives late', async () => {
  const late = Promise.withResolvers<unknown>()
  const { kept } = await show({ read: () => late.promise })
  act(() => close())
  close = () => undefined
  await act(async () => late.resolve(null))
  expect(kept).toEqual([])
})

test('Spark tells jokes also if its position can not be stored', async () => {
  const { host, joke, press } = await show()
  const first = joke()
  host.storage.write = () => Promise.reject(new Error('The server cannot be reached'))
  await press()
  expect(jokes.en).toContain(joke())
  expect(joke()).not.toBe(first)
})
