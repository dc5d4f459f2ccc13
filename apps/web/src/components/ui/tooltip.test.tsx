import { fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Tooltip } from '#web/components/ui/tooltip.tsx'
import { pass, stopClock } from '#web/testing/still-clock.ts'

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
    fireEvent.pointerMove(screen.getByRole('button', { name: button }))
    await pass(0)
    expect(screen.getByRole('tooltip')).toHaveTextContent(text)
  }
})
