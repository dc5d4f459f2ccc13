import { type Host, HostContext, type SourceView } from '@atalaya/module-sdk/host'
import { createSignal } from '@atalaya/module-sdk/signal'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Check } from '../server/link.ts'
import definition from './index.tsx'
import { inkOn, shownLinks, summaryText } from './shown-links.ts'

let close: () => void
beforeEach(() => vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true))
afterEach(() => {
  act(() => close())
  vi.unstubAllGlobals()
})

const links = [
  { name: 'Photos', url: 'https://photos.test' },
  { name: 'Git', url: 'https://git.test/team' },
]
const up: Check = { url: 'https://photos.test/', isUp: true, status: 200, ms: 34 }
const down: Check = { url: 'https://git.test/team', isUp: false, status: 503, ms: 9 }
const ready = (checks: Check[], isStale = false): SourceView => ({
  state: 'ready',
  data: { checks },
  asOf: '2026-11-25T10:00:00Z',
  stale: isStale,
  error: null,
})

type Setup = { config?: object; isDisplay?: boolean; height?: number; awaySince?: string | null }

function show(view: SourceView, { config = { links }, isDisplay = false, height = 2, awaySince = null }: Setup = {}) {
  const signals = {
    data: createSignal(view),
    config: createSignal(config),
    size: createSignal({ width: 2, height }),
    awaySince: createSignal(awaySince),
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
const items = (container: HTMLElement) => [...container.querySelectorAll('li')].map((item) => item.textContent)

test('each link shows its state and speed, and opens its page in a new tab', () => {
  const container = show(ready([up, down]))
  expect(container.textContent).toContain('1 of 2 down')
  const [photos, git] = items(container)
  expect(photos).toMatch(/Photos.*Up, 34 ms/)
  expect(git).toMatch(/Git.*Down, Error 503/)
  const [first] = container.querySelectorAll('a')
  expect([first?.href, first?.target, first?.rel, first?.textContent]).toEqual([
    ...['https://photos.test/', '_blank', 'noopener', 'Photos'],
  ])
})

test('a display shows failed pages first, and nothing to click', () => {
  const container = show(ready([up, down]), { isDisplay: true })
  expect(container.querySelector('a')).toBeNull()
  expect(items(container)[0]).toContain('Git')
})

test.each<[string, SourceView, string]>([
  ['not checked yet', { state: 'loading' }, 'Asking...'],
  ['unknown', { state: 'failed', error: 'The data could not be read.' }, 'Status unknown'],
  ['up', ready([up, { ...down, isUp: true }]), 'All 2 up'],
])('links can be followed while their state is %s', (_name, view, text) => {
  const container = show(view)
  expect(container.textContent).toContain(text)
  expect(container.querySelectorAll('a')).toHaveLength(2)
})

test.each([
  ['Up', up],
  ['Down', { ...down, url: up.url }],
])('the only link is %s, not one of all', (text, status) => {
  const container = show(ready([status]), { config: { links: links.slice(0, 1) } })
  expect(container.textContent).toMatch(new RegExp(`^${text}`))
  expect(container.textContent).not.toMatch(/All 1|1 of 1/)
})

test('without status the tile shows only the links with their hosts', () => {
  const container = show(ready([]), { config: { links, status: false } })
  expect(items(container)).toEqual(['PPhotosphotos.testPhotos', 'GGitgit.testGit'])
})

test('an address that is no web address has no link and shows an error', () => {
  const container = show(ready([]), { config: { links: [{ name: 'X', url: 'javascript:alert(1)' }] } })
  expect(container.querySelector('a')).toBeNull()
  expect(container.textContent).toContain('Not an address of the web')
})

test('an empty list asks the user to add links', () => {
  expect(show(ready([]), { config: {} }).textContent).toBe("Add links in this module's settings.")
})

test('the sign of a link is one emoji, up to three letters, or the first letter of the name', () => {
  close = () => undefined
  const signs = (rows: object[]) => shownLinks({ links: rows }, []).map(({ sign }) => sign)
  const url = 'https://a.test'
  expect(
    signs([
      { name: 'éclair', url },
      { name: 'a', icon: '👩‍👩‍👧', url },
      { name: 'a', icon: 'github', url },
    ]),
  ).toEqual(['É', '👩‍👩‍👧', 'git'])
})

test.each([
  ['#ffffff', '#000000'],
  ['#ffcc00', '#000000'],
  ['#1b2450', '#ffffff'],
  ['#000000', '#ffffff'],
])('the text on the colour %s is %s', (color, ink) => {
  close = () => undefined
  expect(inkOn(color)).toBe(ink)
})

test('the number of failed links is of those that were checked', () => {
  close = () => undefined
  const rows = [...links, { name: 'Wiki', url: 'https://wiki.test' }]
  expect(summaryText(shownLinks({ links: rows }, [up, down]))).toBe('1 of 2 down')
  expect(summaryText(shownLinks({ links: rows }, []))).toBe('3 links')
  expect(summaryText(shownLinks({ links: [rows[0]] }, []))).toBe('1 link')
})

test('failed links are not red while the server is away', () => {
  const isRed = (container: HTMLElement) => container.querySelector('p.text-destructive-text[title$="down"]') !== null
  expect(isRed(show(ready([up, down])))).toBe(true)
  act(() => close())
  expect(isRed(show(ready([up, down]), { awaySince: '2026-11-25T10:01:00Z' }))).toBe(false)
})

test('a tile one row high has a summary only beside the age of old checks', () => {
  expect(show(ready([up, down]), { height: 1 }).textContent).not.toContain('1 of 2 down')
  act(() => close())
  expect(show(ready([up, down], true), { height: 1 }).textContent).toContain('1 of 2 down')
})
