import { screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { FormDialog } from '#web/components/form-dialog.tsx'
import { Checkbox } from '#web/components/ui/checkbox.tsx'
import { Input } from '#web/components/ui/input.tsx'
import { renderElement } from '#web/testing/render.tsx'

/** Every sending is refused at once, for the same reason. */
function Refused() {
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

test('an old error goes with the first change, and comes again with the next refusal', async () => {
  const { user } = renderElement(<Refused />)
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
