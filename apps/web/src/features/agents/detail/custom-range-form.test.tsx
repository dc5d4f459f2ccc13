import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, onTestFinished, test, vi } from 'vitest'
import { CustomRangeForm } from '#web/features/agents/detail/custom-range-form.tsx'
import { showFormats } from '#web/lib/formats.ts'

test('a range is shown and read in the time zone in the settings', async () => {
  showFormats({ zone: 'Asia/Tokyo' })
  onTestFinished(() => showFormats({}))
  const shown = { from: Date.parse('2026-01-10T15:00:00Z'), to: Date.parse('2026-01-10T16:30:00Z') }
  const onChoose = vi.fn()
  render(<CustomRangeForm shown={shown} onChoose={onChoose} />)
  expect(screen.getByLabelText('From')).toHaveValue('2026-01-11T00:00')
  expect(screen.getByLabelText('To')).toHaveValue('2026-01-11T01:30')
  await userEvent.click(screen.getByRole('button', { name: 'Show' }))
  expect(onChoose).toHaveBeenCalledWith(shown)
})
