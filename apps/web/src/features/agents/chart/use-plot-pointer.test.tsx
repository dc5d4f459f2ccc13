import type { TimeRange, TimeSpan } from '@atalaya/charts/cursor'
import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { usePlotPointer } from '#web/features/agents/chart/use-plot-pointer.ts'

const LABELS_PX = 40
const HOUR = 3_600_000

function Plot({ range, onZoom }: { range: TimeRange; onZoom: (span: TimeSpan) => void }) {
  const { drag, handlers } = usePlotPointer(range, LABELS_PX, { onCursor: () => undefined, onZoom })
  return (
    <svg>
      <title>plot</title>
      <rect data-testid="plot" {...handlers} />
      {drag && <rect data-testid="selection" />}
    </svg>
  )
}

/** The plot's element, 100 px wide beside its labels. */
function plotElement() {
  const plot = screen.getByTestId('plot')
  vi.spyOn(plot, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, LABELS_PX + 100, 50))
  return plot
}
const at = (fraction: number) => ({ clientX: LABELS_PX + 100 * fraction, pointerType: 'mouse', button: 0 })

test('a range that changes while it is dragged over is selected between the ends that are seen', () => {
  const onZoom = vi.fn()
  const { rerender } = render(<Plot range={{ from: HOUR / 2, to: HOUR, step: 1 }} onZoom={onZoom} />)
  const plot = plotElement()
  fireEvent.pointerDown(plot, at(0))
  fireEvent.pointerMove(plot, at(0.25))
  rerender(<Plot range={{ from: 0, to: HOUR, step: 1 }} onZoom={onZoom} />)
  fireEvent.pointerUp(plot, at(0.5))
  expect(onZoom).toHaveBeenCalledExactlyOnceWith({ from: 0, to: HOUR / 2 })
})

test('a drag ends without a selection when the browser takes the pointer away', () => {
  const onZoom = vi.fn()
  render(<Plot range={{ from: 0, to: HOUR, step: 1 }} onZoom={onZoom} />)
  const plot = plotElement()
  fireEvent.pointerDown(plot, at(0))
  fireEvent.pointerMove(plot, at(0.25))
  expect(screen.getByTestId('selection')).toBeInTheDocument()
  fireEvent.lostPointerCapture(plot)
  fireEvent.pointerMove(plot, at(0.5))
  expect(screen.queryByTestId('selection')).toBeNull()
  fireEvent.pointerUp(plot, at(0.5))
  expect(onZoom).not.toHaveBeenCalled()
})
