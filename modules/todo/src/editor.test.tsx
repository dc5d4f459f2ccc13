import { act } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { closeScreens, item, key, openScreens, screen, server } from './testing/list-screen.tsx'

beforeEach(openScreens)
afterEach(closeScreens)

test('Escape cancels the edit of a text', async () => {
  const { storage, texts } = server([item('1', 'Tea')])
  const { press, write, rows } = await screen(storage)
  await press('Edit Tea')
  await key(await write('Text', 'Coffee'), 'Escape')
  expect([rows(), texts()]).toEqual([['Tea'], ['Tea']])
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

test('an edit goes on while the focus stays within it, and while letters are composed', async () => {
  const { storage, texts } = server([item('1', 'Tea'), item('2', 'Milk')])
  const { press, find, write } = await screen(storage)
  await press('Edit Milk')
  const field = await write('Text', 'Oat milk')
  await act(async () => field.focus())
  await act(async () => find('Move Milk up').focus())
  await key(find('Move Milk up'), 'Enter')
  const composed = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, isComposing: true })
  await act(async () => field.dispatchEvent(composed))
  expect(find<HTMLInputElement>('Text').value).toBe('Oat milk')
  expect(texts()).toEqual(['Tea', 'Milk'])
  await act(async () => find('Move Milk up').blur())
  expect(texts()).toEqual(['Tea', 'Oat milk'])
})

test('a cancelled edit stays cancelled when its field loses the focus', async () => {
  const { storage, texts } = server([item('1', 'Tea')])
  const { press, write } = await screen(storage)
  await press('Edit Tea')
  const field = await write('Text', 'Coffee')
  await act(async () => {
    field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
    field.dispatchEvent(new FocusEvent('focusout', { bubbles: true }))
  })
  expect(texts()).toEqual(['Tea'])
})
