import { screen } from '@testing-library/react'
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

test('without an error the control is valid', () => {
  renderElement(
    <Field label="Name">
      <Input />
    </Field>,
  )
  expect(screen.getByRole('textbox', { name: 'Name' })).toBeValid()
})
