import { act } from 'react'
import { expect, test } from 'vitest'
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

test('old data say since when, with the day where it was another', () => {
  const now = new Date()
  const { place, set } = shown(view({ stale: true, asOf: now.toISOString() }))
  const time = { hour: '2-digit', minute: '2-digit' } as const
  expect(place.textContent).toBe(`Lanterns as of ${now.toLocaleString(undefined, time)}`)
  expect(place.querySelector('svg')).toBeNull()

  const before = new Date(now.getFullYear() - 1, 4, 7, 14, 2)
  set(view({ stale: true, asOf: before.toISOString() }))
  const day = { day: 'numeric', month: 'short' } as const
  expect(place.textContent).toBe(`Lanterns as of ${before.toLocaleString(undefined, { ...day, ...time })}`)
})

test('what is wrong now is said to the pointer and to screen readers', () => {
  const { place } = shown(view({ error: 'The player does not answer.' }))
  expect(place.querySelector('[title]')?.getAttribute('title')).toBe('The player does not answer.')
  expect(place.querySelector('.sr-only')?.textContent).toBe('The player does not answer.')
  expect(place.querySelector('svg')?.getAttribute('aria-hidden')).toBe('true')
})
