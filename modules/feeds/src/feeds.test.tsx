import { type Host, HostContext, type SourceView } from '@atalaya/module-sdk/host'
import { createSignal } from '@atalaya/module-sdk/signal'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Feed, FeedItem } from '../server/feed.ts'
import definition from './index.tsx'

const NOW = Date.parse('2026-11-25T12:00:00Z')
const hoursAgo = (hours: number) => NOW - hours * 3_600_000

let close: () => void
beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.useFakeTimers({ now: NOW })
})
afterEach(() => {
  act(() => close())
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const item = (title: string, at: number | null): FeedItem => ({ title, url: 'https://a.test/1', at, summary: '' })
const feed = (name: string, items: FeedItem[], error: string | null = null): Feed => ({
  url: `https://${name.toLowerCase()}.test/rss`,
  name,
  items,
  error,
})

type Setup = { config?: object; isDisplay?: boolean; height?: number }

function show(feeds: Feed[], { config = {}, isDisplay = false, height = 3 }: Setup = {}) {
  const view: SourceView = {
    state: 'ready',
    data: { feeds },
    asOf: new Date(NOW).toISOString(),
    stale: false,
    error: null,
  }
  const signals = {
    data: createSignal(view),
    config: createSignal(config),
    size: createSignal({ width: 2, height }),
    awaySince: createSignal(null),
    suspended: createSignal(false),
    formats: createSignal({}),
  }
  const container = document.createElement('div')
  const root = createRoot(container)
  close = () => root.unmount()
  act(() =>
    root.render(
      <HostContext value={{ ...signals, isDisplay } as unknown as Host}>
        <definition.Widget />
      </HostContext>,
    ),
  )
  return container
}
const titles = (container: HTMLElement) =>
  [...container.querySelectorAll('li > p:first-child')].map((line) => line.textContent)

test('the items of all feeds are in one list, newest first, each with its feed and age', () => {
  const container = show([
    feed('News', [item('Third', hoursAgo(30)), item('First', hoursAgo(1)), item('Last', null)]),
    feed('Blog', [item('Second', hoursAgo(2))]),
  ])
  expect(titles(container)).toEqual(['First', 'Second', 'Third', 'Last'])
  const [first, , third, last] = [...container.querySelectorAll('li')].map((line) => line.textContent)
  expect(first).toMatch(/News.*1 h/)
  expect(third).toMatch(/1 d/)
  expect(last).not.toMatch(/\d [hd]/)
})

test('a feed has the name from the form, else its title, else its host', () => {
  const url = 'https://news.test/rss'
  const config = { feeds: [{ url, name: 'My news' }] }
  expect(show([feed('News', [item('A', NOW)])], { config }).textContent).toContain('My news')
  act(() => close())
  expect(show([{ ...feed('News', [item('A', NOW)]), name: '' }]).textContent).toContain('news.test')
})

test('items open their pages in a new tab, and on a display they are not links', () => {
  const feeds = [feed('News', [item('A', NOW)])]
  const link = show(feeds).querySelector('a')
  expect([link?.href, link?.target, link?.rel]).toEqual(['https://a.test/1', '_blank', 'noopener noreferrer'])
  act(() => close())
  expect(show(feeds, { isDisplay: true }).querySelector('a')).toBeNull()
})

test('a feed that could not be read is reported beside the items of the others', () => {
  const container = show([feed('News', [item('A', NOW)]), feed('Blog', [], 'It answered with an error (500)')])
  expect(container.textContent).toContain('1 feed unread')
  expect(container.querySelector('[title="Blog: It answered with an error (500)"]')).not.toBeNull()
})

test('an empty list is reported as empty', () => {
  expect(show([feed('News', [])]).textContent).toBe('Nothing new in these feeds.')
})

test('an item that is dated ahead of time counts as new', () => {
  const age = (hours: number) => show([feed('News', [item('A', hoursAgo(hours))])]).querySelector('time')?.textContent
  const now = age(0)
  act(() => close())
  expect(age(-5)).toBe(now)
})

test('the number of unread feeds is shown, and a summary only where there is one', () => {
  const [withSummary, withoutSummary] = [{ ...item('A', NOW), summary: 'All well' }, item('B', NOW - 1)]
  const container = show([feed('News', [withSummary, withoutSummary]), feed('Blog', [], 'No'), feed('Club', [], 'No')])
  expect(container.textContent).toContain('2 feeds unread')
  expect([...container.querySelectorAll('li')].map((line) => line.querySelectorAll('p').length)).toEqual([3, 2])
})

test('a tile one row high has room for items only', () => {
  const container = show([feed('News', [item('A', NOW)]), feed('Blog', [], 'No')], { height: 1 })
  expect(container.textContent).not.toContain('unread')
})
