import { type Host, HostContext } from '@atalaya/module-sdk/host'
import { createSignal } from '@atalaya/module-sdk/signal'
import { widgetStorage } from '@atalaya/module-sdk/storage'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import definition from './index.tsx'
import { itemsOf, type TodoItem } from './items.ts'

const closes: (() => void)[] = []
beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.useFakeTimers()
})
afterEach(() => {
  act(() => {
    for (const close of closes.splice(0)) close()
  })
  document.body.replaceChildren()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const item = (id: string, text: string, done = false): TodoItem => ({ id, text, done })

/** One list on the server, for all screens that show it. */
function server(items: TodoItem[] | null) {
  const kept = { value: (items && { items }) as unknown, isDown: false, reads: 0 }
  const throwIfDown = () => {
    if (kept.isDown) throw new Error('down')
  }
  const version = () => JSON.stringify(kept.value)
  const storage = widgetStorage({
    async read() {
      throwIfDown()
      kept.reads += 1
      return { value: structuredClone(kept.value), version: version() }
    },
    async write(value, over) {
      throwIfDown()
      if (over !== undefined && over !== version()) return false
      kept.value = structuredClone(value)
      return true
    },
  })
  return { kept, storage, texts: () => itemsOf(kept.value).map(({ text, done }) => (done ? `${text} ✓` : text)) }
}

type Setup = { isDisplay?: boolean; awaySince?: string | null; config?: object }

async function screen(storage: Host['storage'], { isDisplay = false, awaySince = null, config }: Setup = {}) {
  const suspended = createSignal(false)
  const away = createSignal(awaySince)
  const signals = {
    suspended,
    storage,
    isDisplay,
    config: createSignal({ title: 'Home', ...config }),
    formats: createSignal({}),
    awaySince: away,
  }
  const container = document.body.appendChild(document.createElement('div'))
  const root = createRoot(container)
  closes.push(() => root.unmount())
  await act(async () =>
    root.render(
      <HostContext value={signals as unknown as Host}>
        <definition.Widget />
      </HostContext>,
    ),
  )
  const find = <T extends HTMLElement>(label: string) => {
    const found = container.querySelector<T>(`[aria-label="${label}"]`)
    if (!found) throw new Error(`${label} is not there: ${container.textContent}`)
    return found
  }
  return {
    container,
    suspended,
    away,
    find,
    rows: () => [...container.querySelectorAll('li')].map((row) => row.textContent),
    press: (label: string) => act(async () => find(label).click()),
    async write(label: string, text: string) {
      const field = find<HTMLInputElement>(label)
      await act(async () => {
        Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text)
        field.dispatchEvent(new Event('input', { bubbles: true }))
      })
      return field
    },
  }
}
const key = (field: HTMLElement, name: string) =>
  act(async () => field.dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true })))

test('items are added, ticked, edited, removed, and the done ones cleared', async () => {
  const { storage, texts } = server(null)
  const { container, write, press, rows, find } = await screen(storage)
  expect(container.textContent).toMatch(/^HomeNothing to do/)
  for (const text of ['Coffee', 'Tea', 'Milk']) {
    const field = await write('New item', text)
    await act(async () => field.form?.requestSubmit())
    expect(field.value).toBe('')
  }
  await press('Coffee')
  expect(rows()).toEqual(['Tea', 'Milk', 'Coffee'])
  expect(container.textContent).toMatch(/^Home2 to do/)
  await press('Edit Tea')
  await key(await write('Text', 'Green tea'), 'Enter')
  expect(document.activeElement).toBe(find('Edit Green tea'))
  await press('Remove Milk')
  expect(texts()).toEqual(['Coffee ✓', 'Green tea'])
  await act(async () =>
    [...container.querySelectorAll('button')].find((button) => button.textContent === 'Clear done')?.click(),
  )
  expect(texts()).toEqual(['Green tea'])
})

test('Escape cancels the edit of a text', async () => {
  const { storage, texts } = server([item('1', 'Tea')])
  const { press, write, rows } = await screen(storage)
  await press('Edit Tea')
  await key(await write('Text', 'Coffee'), 'Escape')
  expect([rows(), texts()]).toEqual([['Tea'], ['Tea']])
})

test('two screens change the list in turns, and nothing is lost', async () => {
  const { storage, texts } = server([item('1', 'Tea'), item('2', 'Milk')])
  const [one, other] = [await screen(storage), await screen(storage)]
  await one.press('Tea')
  await other.press('Milk')
  await one.press('Edit Milk')
  await key(await one.write('Text', 'Oat milk'), 'Enter')
  await other.press('Remove Tea')
  expect(texts()).toEqual(['Oat milk ✓'])
})

test('two screens save the list at the same time, and nothing is lost', async () => {
  const { storage, texts } = server([item('1', 'Tea'), item('2', 'Milk')])
  const [one, other] = [await screen(storage), await screen(storage)]
  await act(async () => {
    one.find('Tea').click()
    other.find('Milk').click()
  })
  expect(texts()).toEqual(['Tea ✓', 'Milk ✓'])
})

test('an item ticked during a read of the list stays ticked when the answer comes', async () => {
  const { storage, texts } = server([item('1', 'Tea')])
  let network = Promise.resolve()
  const read = async () => {
    const value = await storage.read()
    await network
    return value
  }
  const { press, find } = await screen({ ...storage, read })
  const { promise, resolve } = Promise.withResolvers<void>()
  network = promise
  await act(() => vi.advanceTimersByTimeAsync(30_000))
  await press('Tea')
  await act(async () => resolve())
  expect([find<HTMLInputElement>('Tea').checked, texts()]).toEqual([true, ['Tea ✓']])
})

test('an edited item can be moved up and down, and keeps the focus', async () => {
  const { storage, texts } = server([item('1', 'Tea'), item('2', 'Milk'), item('3', 'Bread')])
  const { press, find, rows } = await screen(storage)
  await press('Edit Bread')
  act(() => find('Move Bread up').focus())
  await press('Move Bread up')
  await press('Move Bread up')
  expect(texts()).toEqual(['Bread', 'Tea', 'Milk'])
  expect(document.activeElement).toBe(find('Move Bread up'))
  await press('Move Bread down')
  await act(async () => find('Move Bread up').blur())
  expect(rows()).toEqual(['Tea', 'Bread', 'Milk'])
})

test('changes by others appear within half a minute, or when the list comes into sight', async () => {
  const { storage, kept } = server([item('1', 'Tea')])
  const { rows, suspended } = await screen(storage)
  kept.value = { items: [item('1', 'Tea'), item('2', 'Milk')] }
  await act(() => vi.advanceTimersByTimeAsync(30_000))
  expect(rows()).toEqual(['Tea', 'Milk'])
  act(() => suspended.set(true))
  const { reads } = kept
  await act(() => vi.advanceTimersByTimeAsync(300_000))
  expect(kept.reads).toBe(reads)
  kept.value = { items: [] }
  await act(async () => suspended.set(false))
  expect(rows()).toEqual([])
})

test('a change that could not be saved is undone and reported', async () => {
  const { storage, kept, texts } = server([item('1', 'Tea')])
  const { press, container, find } = await screen(storage)
  kept.isDown = true
  await press('Tea')
  expect(container.querySelector('[role="alert"]')?.textContent).toBe('The change could not be saved.')
  expect(find<HTMLInputElement>('Tea').checked).toBe(false)
  kept.isDown = false
  // A read that works is no saved change.
  await act(() => vi.advanceTimersByTimeAsync(30_000))
  expect(container.querySelector('[role="alert"]')).not.toBeNull()
  await press('Tea')
  expect(container.querySelector('[role="alert"]')).toBeNull()
  expect(texts()).toEqual(['Tea ✓'])
})

test('a list that could not be read is not shown as empty', async () => {
  const { storage, kept } = server([item('1', 'Tea')])
  kept.isDown = true
  const { container, rows } = await screen(storage)
  expect(container.textContent).toBe('The list could not be read.')
  kept.isDown = false
  await act(() => vi.advanceTimersByTimeAsync(30_000))
  expect(rows()).toEqual(['Tea'])
})

test('a list is read again as soon as the server answers', async () => {
  const { storage, kept } = server([item('1', 'Tea')])
  kept.isDown = true
  const { rows, away } = await screen(storage, { awaySince: new Date().toISOString() })
  kept.isDown = false
  await act(async () => away.set(null))
  expect(rows()).toEqual(['Tea'])
})

test('a new item that could not be saved stays in its field', async () => {
  const { storage, kept, texts } = server([item('1', 'Tea')])
  const { write, rows, container } = await screen(storage)
  kept.isDown = true
  const field = await write('New item', 'Tomatoes')
  await act(async () => field.form?.requestSubmit())
  expect([rows(), field.value]).toEqual([['Tea'], 'Tomatoes'])
  expect(container.querySelector('[role="alert"]')?.textContent).toBe('The change could not be saved.')
  kept.isDown = false
  await act(async () => field.form?.requestSubmit())
  expect([texts(), field.value]).toEqual([['Tea', 'Tomatoes'], ''])
})

test('a list on a display can only be read', async () => {
  const { storage } = server([item('1', 'Tea'), item('2', 'Milk', true)])
  const { container, rows } = await screen(storage, { isDisplay: true })
  expect(rows()).toEqual(['Tea', 'Milk'])
  expect(container.querySelectorAll('button, input, [tabindex]')).toHaveLength(0)
  expect(container.querySelectorAll('[role="img"][aria-label="Done"]')).toHaveLength(1)
})

test('a list on a display can only be ticked, if its owner allows it', async () => {
  const { storage, texts } = server([item('1', 'Tea'), item('2', 'Milk', true)])
  const { container, press } = await screen(storage, { isDisplay: true, config: { tickOnDisplays: true } })
  expect(container.querySelectorAll('button, [type=text], form')).toHaveLength(0)
  await press('Tea')
  await press('Milk')
  expect(texts()).toEqual(['Tea ✓', 'Milk'])
})

test('a display can show the number of items instead of their texts', async () => {
  const { storage } = server([item('1', 'Tea'), item('2', 'Milk', true), item('3', 'Surprise')])
  const { container } = await screen(storage, { isDisplay: true, config: { hideOnDisplays: true } })
  expect(container.textContent).toBe('Home2 to do')
  expect(container.innerHTML).not.toMatch(/Tea|Milk|Surprise/)
  expect((await screen(storage, { config: { hideOnDisplays: true } })).rows()).toHaveLength(3)
})

test('while the server is away, the list shows its age', async () => {
  const { storage } = server([item('1', 'Tea')])
  const { container } = await screen(storage, { awaySince: new Date(Date.now() - 40.5 * 60_000).toISOString() })
  expect(container.querySelector('time')?.textContent).toBe('40 min')
})
