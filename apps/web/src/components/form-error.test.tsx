import { screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { ConfirmDialog } from '#web/components/confirm-dialog.tsx'
import { FormDialog } from '#web/components/form-dialog.tsx'
import { FormError } from '#web/components/form-error.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Checkbox } from '#web/components/ui/checkbox.tsx'
import { Input } from '#web/components/ui/input.tsx'
import { renderElement } from '#web/testing/render.tsx'

/** Every submission is refused at once, for the same reason. */
function RefusedForm() {
  const [error, setError] = useState<string>()
  return (
    <FormDialog
      title="A form"
      submitText="Save"
      error={error}
      onClose={() => undefined}
      onSubmit={(event) => {
        event.preventDefault()
        setError('That name is taken')
      }}
    >
      <Input aria-label="Name" name="name" defaultValue="" />
      <Checkbox aria-label="Really" />
    </FormDialog>
  )
}

test('an error disappears with the first change, and returns with the next refusal', async () => {
  const { user } = renderElement(<RefusedForm />)
  const save = await screen.findByRole('button', { name: 'Save' })
  await user.click(save)
  expect(screen.getByRole('alert')).toHaveTextContent('That name is taken')
  await user.type(screen.getByLabelText('Name'), 'x')
  expect(screen.queryByRole('alert')).toBeNull()
  await user.click(save)
  expect(screen.getByRole('alert')).toHaveTextContent('That name is taken')
  await user.click(screen.getByRole('checkbox', { name: 'Really' }))
  expect(screen.queryByRole('alert')).toBeNull()
})

/** Two actions on one resource, each refused. */
function TwoActions() {
  const [formError, setFormError] = useState<string>()
  const [buttonError, setButtonError] = useState<string>()
  return (
    <div data-ways>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          setFormError('That is not your password')
        }}
      >
        <Input aria-label="Password" name="password" />
        <Button type="submit">Login</Button>
        {formError && <FormError>{formError}</FormError>}
      </form>
      <Button data-way onClick={() => setButtonError('That passkey is unknown')}>
        Use a passkey
      </Button>
      {buttonError && <FormError>{buttonError}</FormError>}
    </div>
  )
}

test('only the last used of several forms shows its error', async () => {
  const { user } = renderElement(<TwoActions />)
  const errors = () => screen.queryAllByRole('alert').map(({ textContent }) => textContent)
  await user.click(await screen.findByRole('button', { name: 'Login' }))
  expect(errors()).toEqual(['That is not your password'])
  await user.click(screen.getByRole('button', { name: 'Use a passkey' }))
  expect(errors()).toEqual(['That passkey is unknown'])
  await user.click(screen.getByRole('button', { name: 'Login' }))
  expect(errors()).toEqual(['That is not your password'])
  await user.type(screen.getByLabelText('Password'), 'x')
  expect(errors()).toEqual([])
})

/** A question that is answered with no. */
function RefusedConfirmation() {
  const [error, setError] = useState<string>()
  return (
    <ConfirmDialog
      title="Delete it?"
      description="It does not come back."
      confirmText="Delete"
      busyText="Deleting..."
      error={error}
      onConfirm={() => setError('It is in use')}
      onClose={() => undefined}
    >
      <Checkbox aria-label="Really" />
    </ConfirmDialog>
  )
}

test('the error of a confirmation disappears with the first change, too', async () => {
  const { user } = renderElement(<RefusedConfirmation />)
  await user.click(await screen.findByRole('button', { name: 'Delete' }))
  expect(screen.getByRole('alert')).toHaveTextContent('It is in use')
  await user.click(screen.getByRole('checkbox', { name: 'Really' }))
  expect(screen.queryByRole('alert')).toBeNull()
})
