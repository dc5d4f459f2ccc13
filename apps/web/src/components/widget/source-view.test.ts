import type { LiveEvent } from '@atalaya/contract/events'
import type { SourceState } from '@atalaya/contract/source-state'
import { QueryClient } from '@tanstack/react-query'
import { describe, expect, test } from 'vitest'
import { applyToSources, DATA_KEY } from '#web/components/widget/source-events.ts'
import { toSourceView } from '#web/components/widget/source-view.ts'

const asOf = '2026-11-21T14:02:00.000Z'
const now = Date.parse(asOf)
const state: SourceState = { source: 's1', data: { players: 3 }, asOf, staleAfterMs: 30_000, error: null }
const nothing = { ...state, data: null, asOf: null }
const ready = { state: 'ready', data: { players: 3 }, asOf, stale: false, error: null }

describe('the view of a source', () => {
  test.each([
    ['is loading before the first answer', { data: undefined, error: null }, 0, { state: 'loading' }],
    ['is loading while the source has no data', { data: nothing, error: null }, 0, { state: 'loading' }],
    ['is ready with fresh data', { data: state, error: null }, 30_000, ready],
    ['is ready and stale with old data', { data: state, error: null }, 30_001, { ...ready, stale: true }],
    [
      'is ready and has the error of a source that failed',
      { data: { ...state, error: 'gone' }, error: null },
      0,
      { ...ready, error: 'gone' },
    ],
    [
      'is failed if the source never worked',
      { data: { ...nothing, error: 'no' }, error: null },
      0,
      { state: 'failed', error: 'no' },
    ],
    [
      'is ready and has the error while this server is away',
      { data: state, error: new Error('away') },
      0,
      { ...ready, error: 'away' },
    ],
    [
      'is failed if this server was away from the start',
      { data: undefined, error: new Error('away') },
      0,
      { state: 'failed', error: 'away' },
    ],
  ])('%s', (_name, result, age, view) => {
    expect(toSourceView(result, now + age)).toEqual(view)
  })
})

describe('a live event', () => {
  function clientWith(...states: SourceState[]) {
    const client = new QueryClient()
    for (const [index, sourceState] of states.entries()) client.setQueryData([DATA_KEY, `w${index}`], sourceState)
    return client
  }
  const cachedData = (client: QueryClient, widget: string) => client.getQueryData([DATA_KEY, widget])

  test('updates every widget that shares the source, and no other', () => {
    const other = { ...state, source: 's2' }
    const client = clientWith(state, state, other)
    const fresh = { ...state, data: { players: 4 } }
    applyToSources(client, { type: 'source.updated', data: fresh })
    expect(['w0', 'w1', 'w2'].map((widget) => cachedData(client, widget))).toEqual([fresh, fresh, other])
  })

  test('about a page makes its widgets read their data again', () => {
    const client = clientWith(state, state)
    const modules = [{ _id: 'w1' }]
    applyToSources(client, { type: 'page.updated', data: { modules } } as LiveEvent)
    const stale = ['w0', 'w1'].map((widget) => client.getQueryState([DATA_KEY, widget])?.isInvalidated)
    expect(stale).toEqual([false, true])
  })
})
