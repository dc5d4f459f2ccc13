import { screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { RadioGroup, RadioItem } from '#web/components/ui/radio-group.tsx'
import { renderElement } from '#web/testing/render.tsx'

function Colours({ onChoose }: { onChoose: (value: string) => void }) {
  const [value, setValue] = useState('red')
  function choose(next: string) {
    setValue(next)
    onChoose(next)
  }
  return (
    <RadioGroup aria-label="Colour" value={value} onValueChange={choose}>
      {['red', 'green', 'blue'].map((name) => (
        <RadioItem key={name} value={name}>
          {name}
        </RadioItem>
      ))}
    </RadioGroup>
  )
}

test('an arrow key chooses once, even if it is up again before the focus moves; Tab chooses nothing', async () => {
  const chosen: string[] = []
  const { user } = renderElement(<Colours onChoose={(value) => chosen.push(value)} />)
  await user.tab()
  expect(screen.getByRole('radio', { name: 'red' })).toHaveFocus()
  expect(chosen).toEqual([])
  await user.keyboard('{ArrowDown}')
  await waitFor(() => expect(screen.getByRole('radio', { name: 'green' })).toBeChecked())
  // The key is still down when the focus moves.
  await user.keyboard('{ArrowDown>}')
  await waitFor(() => expect(screen.getByRole('radio', { name: 'blue' })).toBeChecked())
  expect(chosen).toEqual(['green', 'blue'])
})
