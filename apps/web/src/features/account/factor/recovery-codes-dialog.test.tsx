import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { RecoveryCodesDialog } from '#web/features/account/factor/recovery-codes-dialog.tsx'
import { renderElement } from '#web/testing/render.tsx'

test('recovery codes close by Escape only after a question, and have no way to cancel them', async () => {
  const onClose = vi.fn()
  const { user } = renderElement(<RecoveryCodesDialog codes={['AFZP-S23G', '10JY-WE47']} onClose={onClose} />)
  await screen.findByRole('dialog', { name: 'Your recovery codes' })
  expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull()
  await user.keyboard('{Escape}')
  const question = await screen.findByRole('alertdialog', { name: 'Close without keeping the codes?' })
  expect(question).toBeVisible()
  expect(onClose).not.toHaveBeenCalled()
  await user.click(screen.getByRole('button', { name: 'Stay' }))
  await user.click(screen.getByRole('button', { name: 'I have kept them' }))
  expect(onClose).toHaveBeenCalledOnce()
})
