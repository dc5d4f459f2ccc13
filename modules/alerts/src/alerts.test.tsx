import type { AlertsView, AlertView, Config } from '@atalaya/module-sdk'
import { type Host, HostContext } from '@atalaya/module-sdk/host'
import { createSignal } from '@atalaya/module-sdk/signal'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { chosenOf } from './chosen.ts'
import definition from './index.tsx'

const alert = (id: string, change: Partial<AlertView> = {}): AlertView => ({
  id,
  severity: 'critical',
  who: `machine ${id}`,
  text: 'It is offline',
  isSilenced: false,
  acknowledgedBy: null,
  openedAt: new Date(Date.now() - 12.5 * 60_000).toISOString(),
  ...change,
})
const ready = (alerts: AlertView[], change: Partial<Extract<AlertsView, { state: 'ready' }>> = {}): AlertsView => ({
  state: 'ready',
  total: alerts.length,
  rules: { watching: 1, judged: 1 },
  alerts,
  ...change,
})

let close: () => void = () => undefined
beforeEach(() => vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true))
afterEach(() => {
  act(() => close())
  close = () => undefined
  vi.unstubAllGlobals()
})

function show(
  view: AlertsView,
  { config = {}, height = 2, awaySince = null }: { config?: Config; height?: number; awaySince?: string | null } = {},
) {
  const signals = {
    alerts: createSignal(view),
    config: createSignal(config),
    suspended: createSignal(false),
    size: createSignal({ width: 2, height }),
    formats: createSignal({}),
    awaySince: createSignal(awaySince),
  }
  const container = document.createElement('div')
  const root = createRoot(container)
  close = () => root.unmount()
  act(() =>
    root.render(
      <HostContext value={signals as unknown as Host}>
        <definition.Widget />
      </HostContext>,
    ),
  )
  return container
}
const lines = (container: HTMLElement) => [...container.querySelectorAll('li')].map((line) => line.textContent)

test('each alert shows its machine, fault, duration and acknowledgement', () => {
  const container = show(ready([alert('1', { acknowledgedBy: 'ann' }), alert('2', { isSilenced: true })]))
  expect(container.textContent).toMatch(/^2 alerts/)
  expect(lines(container)).toEqual([
    'machine 112 minIt is offline · acknowledged by ann',
    'machine 212 minIt is offline · silenced',
  ])
  expect(container.querySelector('li [role="img"]')).toHaveProperty('ariaLabel', 'Critical')
})

test('a tile one row high shows the worst alert and the number of others', () => {
  const container = show(ready([alert('1'), alert('2')], { total: 60 }), { height: 1 })
  expect(container.textContent).toBe('machine 1It is offline+59 more')
})

test('alerts beyond the listed ones are counted', () => {
  const container = show(ready([alert('1')], { total: 3 }))
  expect(container.textContent).toMatch(/^3 alerts/)
  expect(lines(container).at(-1)).toBe('and 2 more')
})

test('alerts beyond the listed ones are not counted if they are less bad than the form asks for', () => {
  const worst = ready([alert('1'), alert('2', { severity: 'warning' })], { total: 160 })
  const config = { from: 'Critical ones' }
  const list = show(worst, { config })
  expect(list.textContent).toMatch(/^1 alert(?!s)/)
  expect(lines(list)).toHaveLength(1)
  act(() => close())
  expect(show(worst, { config, height: 1 }).textContent).toBe('machine 1It is offline')
  act(() => close())
  expect(show(worst, { config: { from: 'Warnings and critical ones' } }).textContent).toMatch(/^160 alerts/)
})

test('unlisted alerts are not hidden by listed ones that are silenced', () => {
  const silenced = ready([alert('1', { isSilenced: true })], { total: 60 })
  expect(show(silenced, { config: { silenced: false } }).textContent).toBe('59 alerts')
})

describe('a list without alerts', () => {
  test('shows that all is well', () => expect(show(ready([])).textContent).toBe('All is well'))
  test('does not show that all is well in a fleet without rules', () => {
    expect(show(ready([], { rules: { watching: 0, judged: 0 } })).textContent).toBe(
      'No rule for alerts is switched on yet.',
    )
  })
  test('does not show that all is well before a rule could have fired', () => {
    expect(show(ready([], { rules: { watching: 1, judged: 0 } })).textContent).toBe('Nothing has been judged yet.')
  })
  test('does not show that all is well while the server is away', () => {
    const awaySince = new Date(Date.now() - 40.5 * 60_000).toISOString()
    expect(show(ready([]), { awaySince }).textContent).toBe('Nothing was wrong · 40 min')
  })
  test('does not show that all is well if the alerts could not be read', () => {
    expect(show({ state: 'failed' }).textContent).toBe('The alerts could not be read.')
  })
})

describe('the form chooses the shown alerts', () => {
  const all = [
    alert('1', { isSilenced: true }),
    alert('2'),
    alert('3', { severity: 'warning' }),
    alert('4', { severity: 'info' }),
  ]
  const ids = (config: Config) => chosenOf(all, config).map(({ id }) => id)
  test.each([
    [{}, ['2', '3', '4', '1']],
    [{ from: 'All alerts', silenced: true }, ['2', '3', '4', '1']],
    [{ from: 'Warnings and critical ones' }, ['2', '3', '1']],
    [{ from: 'Critical ones' }, ['2', '1']],
    [{ from: 'Critical ones', silenced: false }, ['2']],
  ])('with the settings %o', (config, expected) => {
    expect(ids(config)).toEqual(expected)
  })
})

test('an alert that has just begun counts as a minute old', () => {
  const begun = alert('1', { openedAt: new Date(Date.now() - 5_000).toISOString() })
  expect(lines(show(ready([begun])))[0]).toBe('machine 11 minIt is offline')
})

test('an acknowledged alert that is silenced is shown as silenced', () => {
  const both = alert('1', { isSilenced: true, acknowledgedBy: 'ann' })
  expect(lines(show(ready([both])))[0]).toContain('It is offline · silenced')
})

test('a tile one row high shows that one more alert is there', () => {
  expect(show(ready([alert('1'), alert('2')]), { height: 1 }).textContent).toBe('machine 1It is offline+1 more')
})
