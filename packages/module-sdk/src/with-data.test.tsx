import type { Formats } from '@atalaya/format/formats'
import { act } from 'react'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { SourceView } from './host.ts'
import { draw } from './testing/draw.tsx'
import { widgetHost } from './testing/widget-host.ts'
import { WithData } from './with-data.tsx'

type Song = { title: string }

const view = (more: object = {}): SourceView => ({
  state: 'ready',
  data: { title: 'Lanterns' } satisfies Song,
  asOf: new Date().toISOString(),
  stale: false,
  error: null,
  ...more,
})

/** A widget that shows its data and how old they are. */
function drawData(first: SourceView, formats: Formats = {}) {
  const { host, signals } = widgetHost()
  signals.formats.set(formats)
  signals.data.set(first)
  const container = draw(
    <WithData<Song>>
      {({ title }, age) => (
        <p>
          {title} {age}
        </p>
      )}
    </WithData>,
    host,
  )
  const loseServer = (since: string | null) => act(() => signals.awaySince.set(since))
  return { container, set: (next: SourceView) => act(() => signals.data.set(next)), loseServer }
}

test('the loading state, an error and then the data are shown', () => {
  const { container, set } = drawData({ state: 'loading' })
  expect(container.textContent).toBe('Loading...')
  set({ state: 'failed', error: 'The player does not answer.' })
  expect(container.textContent).toBe('The player does not answer.')
  set(view())
  expect(container.textContent).toBe('Lanterns ')
})

test('old data show their time, as short as possible and in the reader’s formats', () => {
  const now = new Date('2026-11-24T22:15:00Z')
  vi.useFakeTimers({ now, toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const formats = { locale: 'en-GB', zone: 'Europe/Madrid' }
  const { container, set } = drawData(view({ stale: true, asOf: now.toISOString() }), formats)
  expect(container.textContent).toBe('Lanterns as of 23:15')
  expect(container.querySelector('svg')).toBeNull()

  for (const [asOf, text] of [
    ['2026-11-23T12:00:00Z', 'yesterday'],
    ['2026-11-21T12:00:00Z', '3 d'],
    ['2026-11-02T12:00:00Z', '2 Nov'],
    ['2025-11-24T12:00:00Z', '24 Nov 2025'],
  ]) {
    set(view({ stale: true, asOf }))
    expect(container.textContent).toBe(`Lanterns as of ${text}`)
  }
})

test('the time of old data becomes “yesterday” when the reader’s day ends', () => {
  vi.useFakeTimers({ now: new Date('2026-11-24T22:59:10Z') })
  onTestFinished(() => void vi.useRealTimers())
  const formats = { locale: 'en-GB', zone: 'Europe/Madrid' }
  const { container } = drawData(view({ stale: true, asOf: '2026-11-24T22:15:00Z' }), formats)
  act(() => vi.advanceTimersByTime(49_999))
  expect(container.textContent).toBe('Lanterns as of 23:15')
  act(() => vi.advanceTimersByTime(1))
  expect(container.textContent).toBe('Lanterns as of yesterday')
})

test('while the server is away, data are dimmed and stay in the same element', () => {
  const { container, loseServer } = drawData(view({ asOf: '2025-11-24T12:00:00Z' }), { locale: 'en-GB' })
  const song = container.querySelector('p')
  expect(container.querySelector('[data-old]')).toBeNull()
  loseServer('2025-11-24T12:00:10Z')
  expect(container.textContent).toBe('Lanterns as of 24 Nov 2025')
  expect(container.querySelector('[data-old]')?.contains(song)).toBe(true)
  loseServer(null)
  expect(container.textContent).toBe('Lanterns ')
  expect(container.querySelector('[data-old]')).toBeNull()
})

test('the tooltip of old data is the exact time', () => {
  const formats = { locale: 'en-GB', zone: 'Europe/Madrid' }
  const { container } = drawData(view({ stale: true, asOf: '2025-11-24T12:00:00Z' }), formats)
  expect(container.querySelector('[title]')?.getAttribute('title')).toBe('24 Nov 2025, 13:00:00')
})

test('the current error is in the tooltip and readable by screen readers', () => {
  const { container } = drawData(view({ error: 'The player does not answer.' }))
  expect(container.querySelector('[title]')?.getAttribute('title')).toBe('The player does not answer.')
  expect(container.querySelector('.sr-only')?.textContent).toBe('The player does not answer.')
  expect(container.querySelector('svg')?.getAttribute('aria-hidden')).toBe('true')
})
