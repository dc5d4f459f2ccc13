import { screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { FormDialog } from '#web/components/form-dialog.tsx'
import { Checkbox } from '#web/components/ui/checkbox.tsx'
import { Input } from '#web/components/ui/input.tsx'
import { renderElement } from '#web/testing/render.tsx'

const onClose = vi.fn()
beforeEach(() => onClose.mockClear())

function FormWithLateField() {
  const [isLate, setLate] = useState(false)
  return (
    <FormDialog title="A form" submitText="Save" onClose={onClose}>
      <Input aria-label="Name" name="name" defaultValue="nas" onKeyDown={({ key }) => key === 'F2' && setLate(true)} />
      <Checkbox aria-label="Really" />
      {isLate && <Input aria-label="Late" name="late" defaultValue="" />}
    </FormDialog>
  )
}
async function open() {
  const { user } = renderElement(<FormWithLateField />)
  await screen.findByRole('dialog', { name: 'A form' })
  return { user, name: screen.getByLabelText('Name') }
}
const question = () => screen.queryByRole('alertdialog', { name: 'Leave without saving?' })

test('a form without a change is closed at once', async () => {
  const { user, name } = await open()
  await user.type(name, 'x{Backspace}{Escape}')
  expect(onClose).toHaveBeenCalledOnce()
  expect(question()).toBeNull()
})

test('a form with a change asks before closing, and Stay keeps the typed values', async () => {
  const { user, name } = await open()
  await user.type(name, '-2{Escape}')
  expect(onClose).not.toHaveBeenCalled()
  await user.click(await screen.findByRole('button', { name: 'Stay' }))
  await waitFor(() => expect(question()).toBeNull())
  expect(name).toHaveValue('nas-2')
  await user.click(screen.getByRole('button', { name: 'Close' }))
  await user.click(await screen.findByRole('button', { name: 'Leave' }))
  expect(onClose).toHaveBeenCalledOnce()
})

test('Escape closes the question before the form', async () => {
  const { user, name } = await open()
  await user.type(name, '-2{Escape}')
  await screen.findByRole('button', { name: 'Stay' })
  await user.keyboard('{Escape}')
  await waitFor(() => expect(question()).toBeNull())
  expect(onClose).not.toHaveBeenCalled()
  expect(name).toHaveValue('nas-2')
})

test('ticked boxes and typing into a field that appeared later count as changes', async () => {
  const { user, name } = await open()
  await user.click(screen.getByRole('checkbox', { name: 'Really' }))
  await user.keyboard('{Escape}')
  await user.click(await screen.findByRole('button', { name: 'Stay' }))
  await user.click(screen.getByRole('checkbox', { name: 'Really' }))
  await user.click(name)
  await user.keyboard('{F2}')
  await user.type(await screen.findByLabelText('Late'), 'new')
  await user.keyboard('{Escape}')
  expect(await screen.findByRole('button', { name: 'Stay' })).toBeVisible()
})

test('Cancel discards without asking', async () => {
  const { user, name } = await open()
  await user.type(name, '-2')
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(onClose).toHaveBeenCalledOnce()
})
