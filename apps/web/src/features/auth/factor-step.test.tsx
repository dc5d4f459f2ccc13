import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { FactorStep } from '#web/features/auth/factor-step.tsx'
import { renderElement } from '#web/testing/render.tsx'

test('the field of a recovery code says who helps without one', async () => {
  const challenge = {
    ticket: 't',
    expiresAt: '2026-03-01T12:00:00.000Z',
    kinds: ['totp' as const, 'recovery' as const],
  }
  const { user } = renderElement(<FactorStep challenge={challenge} onBack={() => undefined} />)
  await user.click(await screen.findByRole('button', { name: 'Use a recovery code' }))
  expect(screen.getByLabelText('Recovery code')).toHaveAccessibleDescription(
    'Each of them works once. Without one, ask an administrator to reset your second factor.',
  )
})
