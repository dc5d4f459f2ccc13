import { act } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { closeScreens, item, key, openScreens, screen, server } from './testing/list-screen.tsx'

beforeEach(openScreens)
afterEach(closeScreens)

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

test('a full list has no field for another item', async () => {
  const { storage } = server(Array.from({ length: 100 }, (_, n) => item(String(n), `Thing ${n}`)))
  const { container } = await screen(storage)
  expect(container.textContent).toContain('100 items are the most.')
  expect(container.querySelector('[aria-label="New item"]')).toBeNull()
})

test('a list that can not be read again stays without a word about saving', async () => {
  const { storage, kept } = server([item('1', 'Tea')])
  const { container, rows } = await screen(storage)
  kept.isDown = true
  await act(() => vi.advanceTimersByTimeAsync(30_000))
  expect(rows()).toEqual(['Tea'])
  expect(container.querySelector('[role="alert"]')).toBeNull()
})
