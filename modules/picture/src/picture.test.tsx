import { type Host, HostContext, type SourceView } from '@atalaya/module-sdk/host'
import { createSignal } from '@atalaya/module-sdk/signal'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import definition from './index.tsx'

const AT = Date.parse('2026-11-25T12:00:00Z')
let close: () => void
beforeEach(() => vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true))
afterEach(() => {
  act(() => close())
  vi.unstubAllGlobals()
})

const ready = (picture: string, more: object = {}): SourceView => ({
  state: 'ready',
  data: { picture, width: 4, height: 3, at: AT },
  asOf: new Date(AT).toISOString(),
  stale: false,
  error: null,
  ...more,
})

function show(view: SourceView, config: object = {}) {
  const data = createSignal(view)
  const pictures: Record<string, ReturnType<typeof createSignal<string | null>>> = {}
  const pictureOf = (key: string) => {
    pictures[key] ??= createSignal<string | null>(null)
    return pictures[key]
  }
  const signals = {
    data,
    config: createSignal(config),
    awaySince: createSignal(null),
    suspended: createSignal(false),
    formats: createSignal({ locale: 'en-GB', zone: 'UTC' }),
  }
  const container = document.createElement('div')
  const root = createRoot(container)
  close = () => root.unmount()
  act(() =>
    root.render(
      <HostContext value={{ ...signals, picture: pictureOf } as unknown as Host}>
        <definition.Widget />
      </HostContext>,
    ),
  )
  return { container, data, arrive: (key: string, picture: string) => act(() => pictureOf(key).set(picture)) }
}
const pictureIn = (container: HTMLElement) => container.querySelector('img')?.getAttribute('src') ?? null

test('a picture is shown with caption and time, and stays until the next one is loaded', () => {
  const { container, data, arrive } = show(ready('a'), { caption: 'Garden' })
  expect(container.textContent).toBe('Loading...')
  arrive('a', 'data:image/png;base64,A')
  expect(pictureIn(container)).toBe('data:image/png;base64,A')
  expect(container.querySelector('img')?.alt).toBe('Garden')
  for (const text of ['Garden', '12:00']) expect(container.textContent).toContain(text)
  act(() => data.set(ready('b')))
  expect(pictureIn(container)).toBe('data:image/png;base64,A')
  arrive('b', 'data:image/png;base64,B')
  expect(pictureIn(container)).toBe('data:image/png;base64,B')
})

test('a picture keeps its own time until the next one is loaded', () => {
  const { container, data, arrive } = show(ready('a'))
  arrive('a', 'data:image/png;base64,A')
  act(() => data.set(ready('b', { data: { picture: 'b', width: 4, height: 3, at: AT + 60 * 60_000 } })))
  expect(container.querySelector('time')?.textContent).toBe('12:00')
  arrive('b', 'data:image/png;base64,B')
  expect(container.querySelector('time')?.textContent).toBe('13:00')
})

test.each([
  ['cover', 'object-cover'],
  ['contain', 'object-contain'],
])('the picture can %s the tile', (fit, name) => {
  const { container, arrive } = show(ready('a'), { fit })
  arrive('a', 'data:image/png;base64,A')
  expect(container.querySelector('img')?.classList.contains(name)).toBe(true)
})

test('an old picture shows its time', () => {
  const { container, arrive } = show(ready('a', { stale: true, error: 'The other server could not be asked' }), {
    caption: 'Garden',
  })
  arrive('a', 'data:image/png;base64,A')
  expect(container.textContent).toContain('as of ')
  expect(container.querySelector('time')).toBeNull()
})
