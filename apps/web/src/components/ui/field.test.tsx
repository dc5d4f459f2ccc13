import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Field } from '#web/components/ui/field.tsx'
import { Input } from '#web/components/ui/input.tsx'
import { renderElement } from '#web/testing/render.tsx'

test('a field connects label, hint and error to its control', () => {
  renderElement(
    <Field label="Name" hint="As on the door" error="Name is required">
      <Input />
    </Field>,
  )
  const input = screen.getByRole('textbox', { name: 'Name' })
  expect(input).toBeInvalid()
  expect(input).toHaveAccessibleDescription('Name is required As on the door')
  expect(screen.getByRole('alert')).toHaveTextContent('Name is required')
})

test('of several errors that appear at once only the first is an alert, and a later one is one, too', async () => {
  const form = (errors: string[]) => (
    <>
      {['Name', 'Email', 'Birthday'].map((label, n) => (
        <Field key={label} label={label} error={errors[n]}>
          <Input />
        </Field>
      ))}
    </>
  )
  const alerts = () => screen.getAllByRole('alert').map(({ textContent }) => textContent)
  const { rerender } = render(form(['Name is required', 'Email is required']))
  expect(alerts()).toEqual(['Name is required'])
  expect(screen.getByRole('textbox', { name: 'Email' })).toHaveAccessibleDescription('Email is required')
  await Promise.resolve()
  rerender(form(['Name is required', 'Email is required', 'Birthday is in the future']))
  expect(alerts()).toEqual(['Name is required', 'Birthday is in the future'])
})

test('without an error the control is valid', () => {
  renderElement(
    <Field label="Name">
      <Input />
    </Field>,
  )
  expect(screen.getByRole('textbox', { name: 'Name' })).toBeValid()
})
