import { act } from 'react'
import { describe, expect, test } from 'vitest'
import type { Host } from './host.ts'
import * as sdk from './index.ts'
import { draw } from './testing/draw.tsx'
import { widgetHost } from './testing/widget-host.ts'

/** Calls a hook, passes its value to `onAnswer`, and draws that as JSON. */
function Answer<T>({ use, onAnswer }: { use: () => T; onAnswer?: (answer: T) => void }) {
  const answer = use()
  onAnswer?.(answer)
  return JSON.stringify(answer)
}

/** Value of a hook, now and after each change. */
function answerOf(use: () => unknown, host: Host | null) {
  const container = draw(<Answer use={use} />, host)
  return () => JSON.parse(container.textContent)
}

/** Value of a hook that can't be drawn. */
function callOf<T>(use: () => T, host: Host): T {
  const answers: T[] = []
  draw(<Answer use={use} onAnswer={(answer) => answers.push(answer)} />, host)
  return answers.at(-1) as T
}

describe('a hook', () => {
  test.each([
    ['config', sdk.useConfig, { city: 'Ulm' }, { city: 'Bonn' }],
    ['size', sdk.useSize, { width: 2, height: 1 }, { width: 4, height: 3 }],
    ['theme', sdk.useTheme, 'light', 'dark'],
    ['formats', sdk.useFormats, {}, { locale: 'de-AT', hours: 24 }],
    ['suspended', sdk.useSuspended, false, true],
    ['awaySince', sdk.useAwaySince, null, '2026-11-24T22:15:00Z'],
    [
      'alerts',
      sdk.useAlerts,
      { state: 'loading' },
      { state: 'ready', total: 0, rules: { watching: 1, judged: 1 }, alerts: [] },
    ],
    ['fleet', sdk.useFleet, { state: 'loading' }, { state: 'ready', total: 0, agents: [] }],
    ['data', sdk.useData, { state: 'loading' }, { state: 'failed', error: 'Gone' }],
  ] as const)('returns the current value of %s', (name, use, before, after) => {
    const { host, signals } = widgetHost()
    const answer = answerOf(use, host)
    expect(answer()).toEqual(before)
    act(() => signals[name].set(after as never))
    expect(answer()).toEqual(after)
  })

  test('requests an agent once, and another one when it changes', () => {
    const { host, agents, requests, signals } = widgetHost()
    const answer = answerOf(() => sdk.useAgent(String(sdk.useConfig().city)), host)
    act(() => agents.get('Ulm')?.set({ state: 'missing' }))
    expect(answer()).toEqual({ state: 'missing' })
    act(() => signals.config.set({ city: 'Bonn' }))
    expect(answer()).toEqual({ state: 'loading' })
    expect(requests).toEqual([
      ['agent', 'Ulm'],
      ['agent', 'Bonn'],
    ])
  })

  test('requests no agent if none is chosen', () => {
    const { host, requests } = widgetHost()
    expect(answerOf(() => sdk.useAgent(''), host)()).toEqual({ state: 'none' })
    expect(requests).toEqual([])
  })

  test('requests the history of a number once', () => {
    const { host, requests, signals } = widgetHost()
    const answer = answerOf(() => sdk.useSeries('a', 'cpu.percent', 60_000), host)
    act(() => signals.series.set({ state: 'failed' }))
    expect(answer()).toEqual({ state: 'failed' })
    expect(requests).toEqual([['series', 'a', 'cpu.percent', 60_000]])
  })

  test('requests a picture, and nothing without a key', () => {
    const { host, requests, signals } = widgetHost()
    const answer = answerOf(() => sdk.usePicture(sdk.useConfig().city === 'Ulm' ? null : 'cover'), host)
    expect(answer()).toBeNull()
    expect(requests).toEqual([])
    act(() => signals.config.set({}))
    act(() => signals.picture.set('data:image/png;base64,AAAA'))
    expect(answer()).toBe('data:image/png;base64,AAAA')
    expect(requests).toEqual([['picture', 'cover']])
  })
})

test('an action of a widget is sent to its host', async () => {
  const { host, saved } = widgetHost()
  callOf(sdk.useSetConfig, host)({ city: 'Bonn' })
  expect(saved).toEqual([{ city: 'Bonn' }])
  expect(await callOf(sdk.useRequest, host)('weather')).toEqual({ status: 200, body: 'sun' })
  expect(await callOf(sdk.useStorage, host).read()).toBe('kept')
})

test('a host without isDisplay does not count as a display', () => {
  const { host } = widgetHost()
  expect(answerOf(sdk.useIsDisplay, host)()).toBe(true)
  expect(answerOf(sdk.useIsDisplay, { ...host, isDisplay: undefined })()).toBe(false)
})

test.each([
  ['the history', 'series', () => sdk.useSeries('a', 'cpu.percent', 60_000), 'Only bundled modules can read the past'],
  ['alerts', 'alerts', sdk.useAlerts, 'Only bundled modules see alerts'],
  ['the fleet', 'fleet', sdk.useFleet, 'Only bundled modules see all agents'],
  ['data', 'data', sdk.useData, 'Only bundled modules have a data source'],
] as const)('a hook explains that the host has no access to %s', (_what, name, use, message) => {
  const { host } = widgetHost()
  expect(() => answerOf(use, { ...host, [name]: undefined })).toThrow(message)
})

test('the picture hook returns null if the host has no pictures', () => {
  const { host } = widgetHost()
  expect(answerOf(() => sdk.usePicture('cover'), { ...host, picture: undefined })()).toBeNull()
})

test('a hook throws outside of a host', () => {
  expect(() => answerOf(sdk.useSize, null)).toThrow('A module runs inside a widget host only')
})
