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

test('times in the data are moved to today, and other numbers stay unchanged', () => {
  const data = { items: [{ at, start: at, end: null, count: at }], at: 'noon' }
  const moved = Date.parse('2027-01-10T09:30:00Z')
  expect(dataOf({ day: '2026-11-25', data })).toEqual({
    items: [{ at: moved, start: moved, end: null, count: at }],
    at: 'noon',
  })
  expect(dataOf({ data })).toEqual(data)
})

test('the key of a picture in a fixture is the picture itself', () => {
  const { picture } = apiOf({})
  expect(picture?.('data:image/png;base64,AA').get()).toBe('data:image/png;base64,AA')
  expect(picture?.('https://a.test/picture').get()).toBeNull()
})
