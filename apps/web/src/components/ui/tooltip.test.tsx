import { fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Tooltip } from '#web/components/ui/tooltip.tsx'
import { advance, stopClock, waitUntil } from '#web/testing/still-clock.ts'

beforeEach(stopClock)
afterEach(() => {
  vi.useRealTimers()
})

test('a tooltip comes with a delay of 0 ms, and the next one too', async () => {
  render(
    <>
      <Tooltip content="The first">
        <button type="button">One</button>
      </Tooltip>
      <Tooltip content="The second">
        <button type="button">Two</button>
      </Tooltip>
    </>,
  )
  for (const [button, text] of [
    ['One', 'The first'],
    ['Two', 'The second'],
  ] as const) {
    fireEvent.pointerEnter(screen.getByRole('button', { name: button }))
    await waitUntil(() => expect(screen.getByRole('tooltip')).toHaveTextContent(text))
    expect(screen.getByRole('button', { name: button })).toHaveAccessibleDescription(text)
  }
})

test('a tooltip stays under the pointer, and is hidden when pointer or focus leave, or by Escape', async () => {
  render(
    <Tooltip content="Short explanation">
      <button type="button">One</button>
    </Tooltip>,
  )
  const button = screen.getByRole('button')
  const bubble = () => screen.queryByRole('tooltip')
  const bubbleText = () => screen.getByText('Short explanation', { selector: ':not([role])' })
  const waitForBubble = () => waitUntil(() => expect(bubble()).toHaveTextContent('Short explanation'))

  fireEvent.pointerEnter(button)
  await waitForBubble()
  fireEvent.pointerLeave(button)
  fireEvent.pointerEnter(bubbleText())
  await advance(1_000)
  expect(bubble()).toBeInTheDocument()
  fireEvent.pointerLeave(bubbleText())
  expect(bubble()).toBeNull()

  fireEvent.pointerEnter(button)
  await waitForBubble()
  fireEvent.pointerLeave(button)
  await advance(1_000)
  expect(bubble()).toBeNull()

  fireEvent.pointerEnter(button)
  await waitForBubble()
  fireEvent.keyDown(document, { key: 'Escape' })
  expect(bubble()).toBeNull()
})

test('a finger opens no tooltip, and a disabled tooltip is not shown', async () => {
  render(
    <>
      <Tooltip content="The first">
        <button type="button">One</button>
      </Tooltip>
      <Tooltip content="The second" disabled>
        <button type="button">Two</button>
      </Tooltip>
    </>,
  )
  fireEvent.pointerEnter(screen.getByRole('button', { name: 'One' }), { pointerType: 'touch' })
  fireEvent.pointerEnter(screen.getByRole('button', { name: 'Two' }))
  await advance(1_000)
  expect(screen.queryByRole('tooltip')).toBeNull()
})
