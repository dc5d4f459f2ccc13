import { type Host, HostContext } from '@atalaya/module-sdk/host'
import { createSignal } from '@atalaya/module-sdk/signal'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import definition from './index.tsx'

let close: () => void = () => undefined
beforeEach(() => vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true))
afterEach(() => {
  act(() => close())
  close = () => undefined
  vi.unstubAllGlobals()
})

function show(text: string, { isDisplay = false, letters = 'usual', hideOnDisplays = false } = {}) {
  const container = document.createElement('div')
  const root = createRoot(container)
  close = () => root.unmount()
  const host = { config: createSignal({ text, letters, hideOnDisplays }), isDisplay }
  act(() =>
    root.render(
      <HostContext value={host as unknown as Host}>
        <definition.Widget />
      </HostContext>,
    ),
  )
  return container
}
const tagsOf = (container: HTMLElement) =>
  [...container.querySelectorAll('section *')].map((element) => element.tagName.toLowerCase())

test('headings, emphasis, lists, code, quotations and tables become their elements', () => {
  const container = show(
    '# One\n\nA **b** *c* ~~d~~ `e`\n\n1. f\n2. g\n\n> h\n\n```\ni\n```\n\n| j | k |\n|---|--:|\n| l | m |\n\n---',
  )
  expect(new Set(tagsOf(container))).toEqual(
    new Set([
      ...['h3', 'p', 'strong', 'em', 'del', 'code', 'ol', 'li', 'div', 'blockquote', 'pre'],
      ...['table', 'thead', 'tbody', 'tr', 'th', 'td', 'hr'],
    ]),
  )
  expect(container.querySelectorAll('td')[1]?.style.textAlign).toBe('right')
})

test.each([0, 1, 7])('a numbered list that begins with %i keeps its numbers', (first) => {
  expect(show(`${first}. a\n${first + 1}. b`).querySelector('ol')?.start).toBe(first)
})

test('tasks are labelled as done or open', () => {
  const container = show('- [x] towels\n- [ ] key')
  expect([...container.querySelectorAll('li')].map((line) => line.textContent)).toEqual(['✓towels', 'key'])
  expect([...container.querySelectorAll('[role=img]')].map((tick) => tick.getAttribute('aria-label'))).toEqual([
    'Done',
    'Open',
  ])
})

describe('text that looks like HTML', () => {
  test.each([
    ['<b>bold</b> and <img src=x onerror=alert(1)>', ['p']],
    ['<script>alert(1)</script>', []],
    ['![a cat](https://example.org/cat.png)', ['p']],
  ])('is text: %s', (text, tags) => {
    const container = show(text)
    expect(tagsOf(container)).toEqual(tags)
  })
  test('is shown as it was written', () => {
    expect(show('x <b>bold</b> y').textContent).toBe('x <b>bold</b> y')
    expect(show('<div>\n<i>block</i>\n</div>').textContent).toContain('<i>block</i>')
  })
})

describe('a link', () => {
  const linkIn = (container: HTMLElement) => container.querySelector('a')
  test.each(['https://example.org/', 'http://10.0.0.1/', 'mailto:ada@example.org'])('leads to %s', (href) => {
    const link = linkIn(show(`[there](${href})`))
    expect([link?.href, link?.target, link?.rel]).toEqual([href, '_blank', 'noopener noreferrer'])
  })
  test.each(['javascript:alert(1)', 'data:text/html,x', '/admin/users', 'JaVaScRiPt:alert(1)'])(
    'is text: %s',
    (href) => {
      const container = show(`[there](${href})`)
      expect(linkIn(container)).toBeNull()
      expect(container.textContent).toBe('there')
    },
  )
  test('is text on a display', () => {
    expect(linkIn(show('[there](https://example.org)', { isDisplay: true }))).toBeNull()
  })
})

test('formatting nested too deeply is shown as it was written', () => {
  const container = show(`${'> '.repeat(500)}deep`)
  expect(container.querySelectorAll('blockquote').length).toBeLessThan(15)
  expect(container.textContent).toContain('deep')
})

test('a long line of dashes becomes one rule', () => {
  expect(tagsOf(show(`a\n\n${'-'.repeat(40)}\n\nb`))).toEqual(['p', 'hr', 'p'])
})

test('an empty note asks the user to write a text', () => {
  expect(show(' ').textContent).toBe("Write a text in this module's settings.")
})

test('a text can be hidden on displays only', () => {
  expect(show('Safe: 4711', { isDisplay: true, hideOnDisplays: true }).textContent).toBe('Hidden on displays.')
  expect(show('Safe: 4711', { hideOnDisplays: true }).textContent).toBe('Safe: 4711')
})

test('headings of all six levels are below those of the page', () => {
  const container = show('# a\n\n#### b\n\n##### c\n\n###### d')
  expect(tagsOf(container)).toEqual(['h3', 'h6', 'h6', 'h6'])
})

test('only done tasks are struck through, and a list that mixes tasks with others keeps its dots', () => {
  const list = (text: string) => show(text).querySelector('ul') ?? expect.unreachable('there is a list')
  const tasks = list('- [x] towels\n- [ ] key')
  expect([...tasks.querySelectorAll('li > div')].map((line) => line.className.includes('line-through'))).toEqual([
    true,
    false,
  ])
  expect(tasks.className).not.toContain('list-disc')
  act(() => close())
  expect(list('- [x] towels\n- key').className).toContain('list-disc')
})

test('the address of a reference is not shown, and its link is', () => {
  const container = show('[there][a]\n\n[a]: https://example.org/')
  expect(container.textContent?.trim()).toBe('there')
  expect(container.querySelector('a')?.href).toBe('https://example.org/')
})

test('a note is shown up to twenty thousand characters', () => {
  expect(show(`${'a '.repeat(9_999)}b not shown`).textContent?.trim()).toMatch(/ a b$/)
})

test('large letters are shown if the form asks for them', () => {
  expect(show('a', { letters: 'large' }).querySelector('section')?.className).toContain('text-xl')
  act(() => close())
  expect(show('a').querySelector('section')?.className).toContain('text-base')
})
