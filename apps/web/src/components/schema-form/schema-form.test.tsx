import { moduleSuggestions } from '@atalaya/contract/module-suggestions'
import { fireEvent, screen } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { SchemaForm } from '#web/components/schema-form/schema-form.tsx'
import { openForm } from '#web/testing/config-form.tsx'
import { renderElement, startSession } from '#web/testing/render.tsx'
import { answerCall } from '#web/testing/server.ts'

beforeEach(() => startSession())

test('strings are text inputs, numbers number inputs, enums selects, booleans checkboxes', async () => {
  const { user, save } = openForm({
    city: { type: 'string', title: 'City' },
    days: { type: 'integer', title: 'Days' },
    unit: { enum: ['°C', '°F'], title: 'Unit' },
    wind: { type: 'boolean', title: 'Wind', description: 'Show the wind as well' },
  })
  await user.type(screen.getByRole('textbox', { name: 'City' }), 'Madrid')
  await user.type(screen.getByRole('spinbutton', { name: 'Days' }), '3')
  await user.click(screen.getByRole('combobox', { name: 'Unit' }))
  await user.click(screen.getByRole('option', { name: '°F' }))
  await user.click(screen.getByRole('checkbox', { name: 'Wind' }))
  expect(screen.getByText('Show the wind as well')).toBeVisible()
  expect(await save()).toEqual({ city: 'Madrid', days: 3, unit: '°F', wind: true })
})

test('other types show a notice and keep their value', async () => {
  const { save } = openForm({ list: { type: 'array', title: 'List' } }, { list: [1] })
  expect(screen.getByText('Campo no soportado en el demo')).toBeVisible()
  expect(await save()).toEqual({ list: [1] })
})

test('a module without fields requires no configuration', async () => {
  renderElement(<SchemaForm id="form" schema={undefined} config={{}} onSave={() => undefined} />)
  expect(await screen.findByText('This module does not require configuration.')).toBeVisible()
})

test('saved values come before defaults of the schema', async () => {
  const { save } = openForm({ a: { type: 'string', default: 'x' }, b: { type: 'number', default: 0 } }, { a: 'y' })
  expect(await save()).toEqual({ a: 'y', b: 0 })
})

describe('a wrong value', () => {
  test('is not saved as empty if the browser can not read it as a number', async () => {
    const { save, onSave } = openForm({ n: { type: 'number', title: 'N' } }, { n: 5 })
    const n = screen.getByRole('spinbutton', { name: 'N' })
    // A browser reports "5e" like this: as no number.
    Object.defineProperty(n, 'validity', { value: { badInput: true } })
    fireEvent.change(n, { target: { value: '' } })
    await save()
    expect(onSave).not.toHaveBeenCalled()
    expect(n).toHaveAccessibleDescription('Must be a number')
  })

  test('is reported beside its field on the attempt to save; the first one has the focus', async () => {
    const { user, save, onSave } = openForm(
      { a: { type: 'string' }, n: { type: 'number', minimum: 2, title: 'N' } },
      {},
      ['a'],
    )
    const n = screen.getByRole('spinbutton', { name: 'N' })
    await user.type(n, '1')
    expect(screen.queryByText('Required')).toBeNull()
    await save()
    expect(onSave).not.toHaveBeenCalled()
    expect(screen.getByText('Required')).toBeVisible()
    expect(n).toHaveAccessibleDescription('Must be at least 2')
    expect(screen.getByRole('textbox', { name: 'a *' })).toHaveFocus()
    await user.type(n, '0')
    expect(n).not.toHaveAccessibleDescription()
    await user.type(screen.getByRole('textbox', { name: 'a *' }), 'x')
    expect(await save()).toEqual({ a: 'x', n: 10 })
  })

  test('is reported even if it has no control', async () => {
    const { save, onSave } = openForm({ list: { type: 'array' } }, { list: 'no list' })
    await save()
    expect(screen.getByRole('alert')).toHaveTextContent("Something that this form can't show is not valid.")
    expect(onSave).not.toHaveBeenCalled()
  })
})

test('a value can be removed again', async () => {
  const properties = {
    a: { type: 'string', title: 'A' },
    n: { type: 'number', title: 'N' },
    e: { enum: [1, '1'], title: 'E' },
  }
  const { user, save } = openForm(properties, { a: 'x', n: 1, e: '1' })
  await user.clear(screen.getByRole('textbox', { name: 'A' }))
  await user.clear(screen.getByRole('spinbutton', { name: 'N' }))
  await user.click(screen.getByRole('combobox', { name: 'E' }))
  await user.click(screen.getByRole('option', { name: 'None' }))
  expect(await save()).toEqual({})
})

test('a choice is shown by its title, and saved by its value', async () => {
  const { user, save } = openForm(
    { e: { oneOf: [{ const: 'mpd', title: 'MPD' }, { const: 2 }], title: 'E' } },
    { e: 2 },
  )
  await user.click(screen.getByRole('combobox', { name: 'E' }))
  expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual(['None', 'MPD', '2'])
  await user.click(screen.getByRole('option', { name: 'MPD' }))
  expect(await save()).toEqual({ e: 'mpd' })
})

test('a choice with a default offers no "None"', async () => {
  const { user } = openForm({ e: { enum: ['C', 'F'], default: 'C', title: 'E' } })
  await user.click(screen.getByRole('combobox', { name: 'E' }))
  expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual(['C', 'F'])
})

describe('by format', () => {
  test('a secret is not shown, and is replaced only by typing', async () => {
    const { user, save } = openForm(
      { key: { type: 'string', format: 'password', title: 'Key', maxLength: 5 } },
      { key: '********' },
    )
    const key = screen.getByLabelText('Key')
    expect(key).toHaveAttribute('type', 'password')
    expect(key).toHaveValue('')
    expect(key).toHaveAttribute('placeholder', 'Saved. Type to replace it.')
    expect(await save()).toEqual({ key: '********' })
    await user.type(key, 'new')
    expect(await save()).toEqual({ key: 'new' })
  })

  test('addresses, dates, times and colours have separate controls and checks', async () => {
    const { user, save } = openForm({
      site: { type: 'string', format: 'uri', title: 'Site' },
      day: { type: 'string', format: 'date', title: 'Day' },
      hour: { type: 'string', format: 'time', title: 'Hour' },
      paint: { type: 'string', format: 'color', title: 'Paint' },
    })
    await user.type(screen.getByLabelText('Site'), 'nowhere')
    await user.type(screen.getByLabelText('Paint'), 'red')
    await save()
    expect(screen.getByText('Must be an address like https://example.org')).toBeVisible()
    expect(screen.getByText('Must be a colour like #ffaa00')).toBeVisible()
    await user.clear(screen.getByLabelText('Site'))
    await user.type(screen.getByLabelText('Site'), 'https://example.org')
    await user.clear(screen.getByLabelText('Paint'))
    await user.type(screen.getByLabelText('Paint'), '#112233')
    await user.type(screen.getByLabelText('Day'), '2026-11-21')
    await user.type(screen.getByLabelText('Hour'), '14:30')
    expect(await save()).toEqual({ site: 'https://example.org', paint: '#112233', day: '2026-11-21', hour: '14:30' })
  })
})

test('a search field suggests values during typing, by pointer and by keys; typed text counts too', async () => {
  const requests: string[] = []
  answerCall(moduleSuggestions.suggest, ({ params, body: { field, text } }) => {
    requests.push(`${params.id} ${field} ${text}`)
    const names = text === '' ? [] : ['Sevilla', 'Seville']
    return { suggestions: names.map((label) => ({ label, value: `${label} (1, 2)` })) }
  })
  const { user, save } = openForm({ place: { type: 'string', format: 'search', title: 'Place' } })
  const place = screen.getByRole('combobox', { name: 'Place' })
  await user.type(place, 'sev')
  expect(await screen.findByRole('option', { name: 'Seville' })).toBeVisible()
  expect(place).toHaveAttribute('aria-expanded', 'true')
  await user.keyboard('{ArrowDown}{ArrowDown}')
  expect(place).toHaveAttribute('aria-activedescendant', screen.getByRole('option', { name: 'Seville' }).id)
  await user.keyboard('{Enter}')
  expect(await save()).toEqual({ place: 'Seville (1, 2)' })
  expect(requests).toContain('m place sev')
  await user.clear(place)
  await user.type(place, 'x')
  await user.click(await screen.findByRole('option', { name: 'Sevilla' }))
  expect(await save()).toEqual({ place: 'Sevilla (1, 2)' })
  await user.clear(place)
  await user.type(place, 'Vigo')
  await screen.findByRole('option', { name: 'Sevilla' })
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('option')).toBeNull()
  expect(await save()).toEqual({ place: 'Vigo' })
})

test('every change is reported while it is made', async () => {
  const { user, onEdit } = openForm({ a: { type: 'string', title: 'A' } })
  await user.type(screen.getByRole('textbox', { name: 'A' }), 'hi')
  expect(onEdit.mock.calls).toEqual([[{ a: 'h' }], [{ a: 'hi' }]])
})

test('a text of several lines and a time zone can be entered', async () => {
  const { user, save } = openForm({
    text: { type: 'string', format: 'multiline', title: 'Text' },
    zone: { type: 'string', format: 'time-zone', title: 'Zone' },
  })
  await user.type(screen.getByRole('textbox', { name: 'Text' }), 'a{Enter}b')
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Zone' }), 'Europe/Madrid')
  expect(await save()).toEqual({ text: 'a\nb', zone: 'Europe/Madrid' })
})
