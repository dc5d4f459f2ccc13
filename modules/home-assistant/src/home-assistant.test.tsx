import { type Host, HostContext } from '@atalaya/module-sdk/host'
import { createSignal } from '@atalaya/module-sdk/signal'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Entity } from '../server/entity.ts'
import definition from './index.tsx'

let close: () => void = () => undefined
beforeEach(() => vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true))
afterEach(() => {
  act(() => close())
  close = () => undefined
  vi.unstubAllGlobals()
})

const entity = (name: string, state: string | null, unit = ''): Entity => ({
  id: `sensor.${name.toLowerCase()}`,
  name,
  state,
  unit,
  kind: '',
})

function open(entities: Entity[], { width = 2, height = 3, title = '', isDisplay = false } = {}) {
  const at = '2026-11-25T12:00:00.000Z'
  const ready = (list: Entity[]) => ({
    state: 'ready',
    data: { entities: list },
    asOf: at,
    stale: false,
    error: null,
  })
  const signals = {
    config: createSignal({ title }),
    formats: createSignal({ locale: 'en-GB' }),
    awaySince: createSignal(null),
    size: createSignal({ width, height }),
    suspended: createSignal(false),
    isDisplay,
    data: createSignal(ready(entities)),
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
  return { container, set: (next: Entity[]) => act(() => signals.data.set(ready(next))) }
}
const show = (...list: Parameters<typeof open>) => open(...list).container
const lines = (container: HTMLElement) => [...container.querySelectorAll('li')].map((line) => line.textContent)

test('each entity has its name and state, under a title', () => {
  const container = show([entity('Hall', '21.5', '°C'), entity('Lamp', 'on'), entity('Gone', null)], { title: 'Below' })
  expect(container.querySelector('p')?.textContent).toBe('Below')
  expect(lines(container)).toEqual(['Hall21.5 °C', 'LampOn', 'GoneNot there'])
})

test('an entity that was chosen twice leaves no row behind', () => {
  const [hall, lamp] = [entity('Hall', '21.5', '°C'), entity('Lamp', 'on')]
  const { container, set } = open([hall, lamp, { ...lamp, name: 'Desk' }])
  expect(lines(container)).toEqual(['Hall21.5 °C', 'LampOn', 'DeskOn'])
  set([lamp, hall])
  expect(lines(container)).toEqual(['LampOn', 'Hall21.5 °C'])
})

test('a tile one row high shows only the first entity, large', () => {
  const container = show([entity('Hall', '21.5', '°C'), entity('Lamp', 'on')], { height: 1 })
  expect(container.textContent).toBe('Hall21.5 °C')
})

test('a scrolling list can be focused by the keyboard, except on a display', () => {
  const all = [entity('Hall', '21.5'), entity('Lamp', 'on')]
  expect(show(all).querySelector('ul')?.tabIndex).toBe(0)
  expect(show(all, { isDisplay: true }).querySelector('ul')?.hasAttribute('tabindex')).toBe(false)
})

test('an empty list is reported as empty', () => {
  expect(show([]).textContent).toBe('No entities.')
})
