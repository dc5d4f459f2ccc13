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
function shown(first: SourceView) {
  const { host, signals } = widgetHost()
  signals.data.set(first)
  const place = draw(
    <WithData<Song>>
      {({ title }, age) => (
        <p>
          {title} {age}
        </p>
      )}
    </WithData>,
    host,
  )
  return { place, set: (next: SourceView) => act(() => signals.data.set(next)) }
}

test('says that it loads, then why there is nothing, then shows the data', () => {
  const { place, set } = shown({ state: 'loading' })
  expect(place.textContent).toBe('Loading...')
  set({ state: 'failed', error: 'The player does not answer.' })
  expect(place.textContent).toBe('The player does not answer.')
  set(view())
  expect(place.textContent).toBe('Lanterns ')
})

test('old data say since when: the time of today, the day where it was another', () => {
  const now = new Date(2026, 10, 24, 23, 15)
  vi.useFakeTimers({ now, toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const { place, set } = shown(view({ stale: true, asOf: now.toISOString() }))
  const time = now.toLocaleTimeString(undefined, { hour: '2-digit', minute: '2-digit' })
  expect(place.textContent).toBe(`Lanterns as of ${time}`)
  expect(place.querySelector('svg')).toBeNull()

  const before = new Date(2026, 10, 23, 23, 58)
  set(view({ stale: true, asOf: before.toISOString() }))
  const day = before.toLocaleDateString(undefined, { day: 'numeric', month: 'short' })
  expect(place.textContent).toBe(`Lanterns as of ${day}`)
})

test('what is wrong now is said to the pointer and to screen readers', () => {
  const { place } = shown(view({ error: 'The player does not answer.' }))
  expect(place.querySelector('[title]')?.getAttribute('title')).toBe('The player does not answer.')
  expect(place.querySelector('.sr-only')?.textContent).toBe('The player does not answer.')
  expect(place.querySelector('svg')?.getAttribute('aria-hidden')).toBe('true')
})
