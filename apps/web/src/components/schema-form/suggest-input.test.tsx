import { SECRET_MASK } from '@atalaya/contract/dashboard'
import { moduleSuggestions } from '@atalaya/contract/module-suggestions'
import { fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { SuggestInput } from '#web/components/schema-form/suggest-input.tsx'
import { TypingDialog } from '#web/components/typing-dialog.tsx'
import { DialogTitle } from '#web/components/ui/dialog.tsx'
import { ApiError } from '#web/lib/calls/api-error.ts'
import { openForm } from '#web/testing/config-form.tsx'
import { renderElement, startSession } from '#web/testing/render.tsx'
import { answerCall } from '#web/testing/server.ts'

beforeEach(() => startSession())

const onOuterKey = vi.fn()

function PlaceField() {
  const [value, setValue] = useState('')
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: stands in for a surrounding dialog.
    <div onKeyDown={({ key }) => onOuterKey(key)}>
      <SuggestInput moduleId="m" name="place" value={value} maxLength={undefined} onChange={setValue} />
    </div>
  )
}

/** Renders a field with these suggestions open. */
async function open(...labels: string[]) {
  answerCall(moduleSuggestions.suggest, () => ({ suggestions: labels.map((label) => ({ label, value: `${label}!` })) }))
  const { user } = renderElement(<PlaceField />)
  const place = screen.getByRole('combobox')
  await user.type(place, 'x')
  if (labels.length > 0) await screen.findByRole('option', { name: labels.at(-1) ?? '' })
  onOuterKey.mockClear()
  return { user, place }
}

const activeOptions = () => screen.queryAllByRole('option', { selected: true }).map((option) => option.textContent)

test('the arrow keys move through the list and wrap around', async () => {
  const { user } = await open('a', 'b', 'c')
  expect(activeOptions()).toEqual([])
  const seen: (string | null | undefined)[] = []
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowUp', 'ArrowUp']) {
    await user.keyboard(`{${key}}`)
    seen.push(activeOptions().join())
  }
  expect(seen).toEqual(['a', 'b', 'c', 'a', 'c', 'b'])
})

test('the up arrow begins at the last suggestion', async () => {
  const { user } = await open('a', 'b', 'c')
  await user.keyboard('{ArrowUp}')
  expect(activeOptions()).toEqual(['c'])
})

test('Enter selects the active suggestion and closes the list', async () => {
  const { user, place } = await open('a', 'b')
  await user.keyboard('{ArrowDown}{Enter}')
  expect(place).toHaveValue('a!')
  expect(place).toHaveAttribute('aria-expanded', 'false')
  expect(onOuterKey).not.toHaveBeenCalled()
})

test('typing more starts a new search', async () => {
  const { user, place } = await open('a', 'b')
  await user.keyboard('{ArrowDown}')
  await user.type(place, 'y')
  expect(place).not.toHaveAttribute('aria-activedescendant')
  await user.keyboard('{Enter}')
  expect(place).toHaveValue('xy')
})

test('unused keys are passed to the surrounding form', async () => {
  const { place } = await open('a')
  // `fireEvent` returns false if the event was prevented.
  expect(fireEvent.keyDown(place, { key: 'Enter' })).toBe(true)
  expect(fireEvent.keyDown(place, { key: 'Tab' })).toBe(true)
  expect(fireEvent.keyDown(place, { key: 'Escape' })).toBe(false)
  expect(fireEvent.keyDown(place, { key: 'Escape' })).toBe(true)
  expect(onOuterKey.mock.calls.flat()).toEqual(['Enter', 'Tab', 'Escape'])
})

test('the arrow keys do nothing without suggestions, and reopen a closed list', async () => {
  const { user, place } = await open()
  expect(fireEvent.keyDown(place, { key: 'ArrowDown' })).toBe(true)
  answerCall(moduleSuggestions.suggest, () => ({ suggestions: [{ label: 'a', value: 'a' }] }))
  await user.type(place, 'y')
  await screen.findByRole('option')
  await user.keyboard('{Escape}')
  expect(place).toHaveAttribute('aria-expanded', 'false')
  expect(fireEvent.keyDown(place, { key: 'ArrowDown' })).toBe(false)
  expect(activeOptions()).toEqual(['a'])
})

test('leaving the field closes the list', async () => {
  const { user, place } = await open('a')
  await user.tab()
  expect(place).toHaveAttribute('aria-expanded', 'false')
  expect(place).toHaveValue('x')
})

test('the list shows why there are no suggestions', async () => {
  answerCall(moduleSuggestions.suggest, () => {
    throw new ApiError(502, 'Home Assistant does not take this access token')
  })
  const { user } = renderElement(<PlaceField />)
  await user.type(screen.getByRole('combobox'), 'x')
  expect(await screen.findByText('Home Assistant does not take this access token')).toBeVisible()
})

test('the requests for suggestions are debounced while a person types', async () => {
  const requests: string[] = []
  answerCall(moduleSuggestions.suggest, ({ body: { text } }) => {
    requests.push(text)
    return { suggestions: [{ label: 'a', value: 'b' }] }
  })
  renderElement(<PlaceField />)
  for (const value of ['m', 'ma', 'mad']) fireEvent.change(screen.getByRole('combobox'), { target: { value } })
  expect((await screen.findByRole('option')).textContent).toBe('a b')
  expect(requests).toEqual(['mad'])
})

test('Escape closes the list before the dialog around it', async () => {
  answerCall(moduleSuggestions.suggest, () => ({ suggestions: [{ label: 'a', value: 'b' }] }))
  const { user } = renderElement(
    <TypingDialog onClose={() => {}}>
      <DialogTitle>Weather</DialogTitle>
      <PlaceField />
    </TypingDialog>,
  )
  await user.type(await screen.findByRole('combobox'), 'x')
  await screen.findByRole('option')
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('option')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Stay' })).toBeNull()
  await user.keyboard('{Escape}')
  expect(await screen.findByRole('button', { name: 'Stay' })).toBeVisible()
})

test('a request contains the form with its lists, and its widget', async () => {
  const requests: unknown[] = []
  answerCall(moduleSuggestions.suggest, ({ body }) => {
    requests.push(body)
    return { suggestions: [{ label: '3', value: 'load.cpu' }] }
  })
  const properties = {
    address: { type: 'string', title: 'Address' },
    key: { type: 'string', format: 'password', title: 'Key' },
    typed: { type: 'string', format: 'password', title: 'Other key' },
    values: {
      type: 'array',
      title: 'Values',
      items: { type: 'object', properties: { path: { type: 'string', format: 'search', title: 'Path' } } },
    },
  }
  const { user, save } = openForm(properties, { address: 'https://a.test', key: SECRET_MASK, values: [{ path: '' }] })
  await user.type(screen.getByLabelText('Other key'), 'k')
  fireEvent.change(await screen.findByRole('combobox', { name: 'Path' }), { target: { value: 'cpu' } })
  await user.click(await screen.findByRole('option'))
  const values = { address: 'https://a.test', key: SECRET_MASK, typed: 'k', values: [{ path: 'cpu' }] }
  expect(requests).toEqual([{ field: 'values.path', text: 'cpu', values, widgetId: 'w' }])
  expect(await save()).toEqual({ ...values, values: [{ path: 'load.cpu' }] })
})

/** A field whose suggestions are a tree. */
function openTree() {
  const [name, free] = [
    { value: 'name', label: '“nas”', place: ['name'] },
    { value: 'disks[].free', label: '3', place: ['disks', 'All elements', 'free'] },
  ]
  const size = { value: 'disks[].size', label: '8', place: ['disks', 'All elements', 'size'] }
  answerCall(moduleSuggestions.suggest, () => ({ suggestions: [name, free, size] }))
  return renderElement(<PlaceField />).user
}

test('a click opens a tree of suggestions, and a second one selects a place', async () => {
  const user = openTree()
  const place = screen.getByRole('combobox')
  await user.click(place)
  await screen.findByRole('option', { name: 'disks[].free 3' })
  // Each branch is named once, above what stands in it.
  expect(screen.getByRole('listbox').textContent).toBe('name “nas”disksAll elementsfree 3size 8')
  await user.click(screen.getByRole('option', { name: 'disks[].size 8' }))
  expect(place).toHaveValue('disks[].size')
  expect(screen.queryByRole('option')).toBeNull()
})

test('the down arrow opens the tree from an empty field, and skips its branches', async () => {
  const user = openTree()
  await user.tab()
  await user.keyboard('{ArrowDown}')
  await screen.findByRole('option', { name: 'name “nas”' })
  await user.keyboard('{ArrowDown}{ArrowDown}')
  expect(activeOptions()).toEqual(['free 3'])
  await user.keyboard('{Enter}')
  expect(screen.getByRole('combobox')).toHaveValue('disks[].free')
})
