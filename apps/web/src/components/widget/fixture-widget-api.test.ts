import { previewFixture } from '@atalaya/contract/module-fixture'
import { createSignal } from '@atalaya/module-sdk/signal'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fixtureOf } from '#web/components/widget/fixture-widget-api.ts'

beforeEach(() => vi.useFakeTimers({ now: Date.parse('2027-01-10T15:00:00Z') }))
afterEach(() => vi.useRealTimers())

const at = Date.parse('2026-11-25T09:30:00Z')
const apiOf = (fixture: object) => fixtureOf(previewFixture.parse(fixture)).createApi(createSignal(false))
const dataOf = (fixture: object) => {
  const view = apiOf(fixture).data?.get()
  return view?.state === 'ready' ? view.data : view
}

test('times of data are shown as if their day were today; other numbers stay', () => {
  const data = { items: [{ at, start: at, end: null, count: at }], at: 'noon' }
  const moved = Date.parse('2027-01-10T09:30:00Z')
  expect(dataOf({ day: '2026-11-25', data })).toEqual({
    items: [{ at: moved, start: moved, end: null, count: at }],
    at: 'noon',
  })
  expect(dataOf({ data })).toEqual(data)
})

test('a picture of a fixture is its own key', () => {
  const { picture } = apiOf({})
  expect(picture?.('data:image/png;base64,AA').get()).toBe('data:image/png;base64,AA')
  expect(picture?.('https://a.test/picture').get()).toBeNull()
})
