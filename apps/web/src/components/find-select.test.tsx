import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { FindList } from '#web/components/find-select.tsx'

const list = (options: string[], chosenKey = '') => (
  <FindList
    text=""
    onText={() => undefined}
    label="Find"
    placeholder=""
    listLabel="Found"
    options={options}
    keyOf={(option) => option}
    textOf={(option) => option}
    chosenKey={chosenKey}
    onPick={() => undefined}
  />
)

test('an arrow key in a list that is still empty does not lose the first option', () => {
  const { rerender } = render(list([]))
  const field = screen.getByRole('combobox', { name: 'Find' })
  expect(field).not.toHaveAttribute('aria-activedescendant')
  fireEvent.keyDown(field, { key: 'ArrowDown' })
  rerender(list(['attic', 'cellar']))
  const [first] = screen.getAllByRole('option')
  expect(field).toHaveAttribute('aria-activedescendant', first?.id)
})

test('the first arrow key begins at the chosen option, also in a list that loads after it has opened', () => {
  const { rerender } = render(list([], 'cellar'))
  const field = screen.getByRole('combobox', { name: 'Find' })
  rerender(list(['attic', 'cellar', 'garage'], 'cellar'))
  const [, chosen, next] = screen.getAllByRole('option')
  expect(field).toHaveAttribute('aria-activedescendant', chosen?.id)
  fireEvent.keyDown(field, { key: 'ArrowDown' })
  expect(field).toHaveAttribute('aria-activedescendant', next?.id)
})
