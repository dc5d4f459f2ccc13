import { type Host, HostContext, type SourceView } from '@atalaya/module-sdk/host'
import { createSignal } from '@atalaya/module-sdk/signal'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Conversation } from '../server/conversations.ts'
import definition from './index.tsx'
import { initialsOf, toneOf } from './look.ts'

const at = new Date(2026, 10, 21, 9, 5).getTime()
const room = (change: Partial<Conversation> = {}): Conversation => ({
  id: '!1',
  name: 'Familia',
  unread: 2,
  isMentioned: false,
  last: { sender: 'Carol', text: '¡Perfecto!', kind: 'text', at },
  ...change,
})

let close: () => void
beforeEach(() => vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true))
afterEach(() => {
  act(() => close())
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

type Setup = { config?: object; isDisplay?: boolean; height?: number }

function show(rooms: Conversation[], { config = {}, isDisplay = false, height = 3 }: Setup = {}): HTMLElement {
  const view: SourceView = { state: 'ready', data: { account: '@ada:x', rooms }, asOf: '', stale: false, error: null }
  const signals = {
    data: createSignal(view),
    config: createSignal(config),
    size: createSignal({ width: 2, height }),
    awaySince: createSignal(null),
    suspended: createSignal(false),
    formats: createSignal({ locale: 'en-GB' }),
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
const lines = (container: HTMLElement) => [...container.querySelectorAll('li')].map((line) => line.textContent)

test('each conversation shows its name, sender and text, and the number of unread messages', () => {
  const container = show([
    room(),
    room({ id: '!2', name: 'Bob', unread: 0, last: { sender: 'Bob', text: 'hola', kind: 'text', at } }),
    room({ id: '!3', name: 'Club', unread: 120, isMentioned: true, last: null }),
  ])
  const [family, bob, club] = lines(container)
  for (const text of ['Familia', 'Carol: ¡Perfecto!', '2 unread']) expect(family).toContain(text)
  // In a conversation of two its name already tells the author.
  expect(bob).toMatch(/Bob.*hola$/)
  expect(bob).not.toContain('Bob: ')
  for (const text of ['No messages yet', '99+', '120 unread, you are mentioned']) expect(club).toContain(text)
  expect(container.textContent).toContain('122 unread')
})

test('the time of a message becomes “yesterday” at midnight', () => {
  vi.useFakeTimers({ now: new Date(2026, 10, 21, 23, 59, 40) })
  const container = show([room()])
  expect(lines(container)[0]).toContain('Familia09:05')
  act(() => vi.advanceTimersByTime(20_000))
  expect(lines(container)[0]).toContain('Familiayesterday')
})

test.each([
  [99, '99'],
  [100, '99+'],
])('%i unread messages are shown as %s', (unread, text) => {
  const badge = show([room({ unread })]).querySelector('li span[aria-hidden=true]:has(+ .sr-only)')
  expect(badge?.textContent).toBe(text)
})

test('the number of unread messages is in the head, and a tile one row high has no head', () => {
  const one = [room({ unread: 1 })]
  expect(show(one).querySelector('div > p[title=Conversations] ~ p')?.textContent).toBe('1 unread')
  act(() => close())
  expect(show(one, { height: 1 }).querySelector('p[title=Conversations]')).toBeNull()
})

test('an encrypted message is shown as encrypted', () => {
  const last = { sender: 'Carol', text: null, kind: 'encrypted', at } as const
  const container = show([room({ last })])
  expect(lines(container)[0]).toContain('Carol: Encrypted message')
  expect(container.querySelector('svg')).not.toBeNull()
  act(() => close())
  const hidden = show([room({ last })], { isDisplay: true })
  expect(lines(hidden)[0]).toContain('Carol: Hidden on displays')
  expect(hidden.querySelector('svg')).toBeNull()
})

test('an invitation is shown as an invitation without a time, also on a display', () => {
  const last = { sender: 'Carol', text: null, kind: 'invitation', at: 0 } as const
  const line = lines(show([room({ name: 'Climbing', unread: 1, last })], { isDisplay: true }))[0]
  expect(line).not.toContain('1970')
  expect(line).toMatch(/^C?Climbing(?!.*\d:\d).*Carol invites you/)
})

describe('on a display', () => {
  test('texts are hidden, and names, senders and numbers are shown', () => {
    const container = show([room()], { isDisplay: true })
    expect(container.innerHTML).not.toContain('Perfecto')
    expect(lines(container)[0]).toMatch(/Familia.*Carol: Hidden on displays.*2 unread/)
  })
  test('texts are shown if the form allows it, and always outside of displays', () => {
    expect(show([room()], { isDisplay: true, config: { hideOnDisplays: false } }).innerHTML).toContain('Perfecto')
    act(() => close())
    expect(show([room()], { config: { hideOnDisplays: true } }).innerHTML).toContain('Perfecto')
  })
})

test('an empty list is reported as empty', () => {
  expect(show([]).textContent).toContain('No conversations yet')
})

test('a conversation has initials from its name and a stable colour from its id', () => {
  close = () => undefined
  expect(['Ada Lovelace', 'familia', '🎉 Feier', '@x', ''].map(initialsOf)).toEqual(['AL', 'F', 'F', 'X', ''])
  expect(toneOf('!a:x')).toBe(toneOf('!a:x'))
  expect(new Set(Array.from({ length: 50 }, (_, n) => toneOf(`!${n}:x`))).size).toBe(6)
})
