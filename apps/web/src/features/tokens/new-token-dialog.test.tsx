import { tokens } from '@atalaya/contract/credentials'
import { screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { NewTokenDialog } from '#web/features/tokens/new-token-dialog.tsx'
import { renderElement, startSession } from '#web/testing/render.tsx'
import { answerCall } from '#web/testing/server.ts'

beforeEach(() => startSession())

test('a new token closes by Escape only after a question', async () => {
  answerCall(tokens.create, () => ({
    token: 'ap_secret',
    created: {
      _id: '1',
      name: 'backup',
      scopes: ['agents:read' as const],
      selector: null,
      createdAt: '2026-11-20T09:00:00Z',
      expiresAt: '2026-11-27T09:00:00Z',
      lastUsedAt: null,
      lastAddress: null,
    },
  }))
  const onClose = vi.fn()
  const { user } = renderElement(<NewTokenDialog onClose={onClose} />)
  await user.type(await screen.findByLabelText('Name'), 'backup')
  await user.click(screen.getAllByRole('checkbox')[0] as HTMLElement)
  await user.click(screen.getByRole('button', { name: 'Create token' }))
  await screen.findByText('ap_secret')
  await user.keyboard('{Escape}')
  expect(await screen.findByRole('alertdialog', { name: 'Close without keeping the token?' })).toBeVisible()
  expect(onClose).not.toHaveBeenCalled()
  await user.click(screen.getByRole('button', { name: 'Stay' }))
  await user.click(screen.getByRole('button', { name: 'Done' }))
  expect(onClose).toHaveBeenCalledOnce()
})

/** Opens the form with a name, and with these tags asked for and left out. */
async function openWithTags(tags: string, without: string) {
  const { user } = renderElement(<NewTokenDialog onClose={vi.fn()} />)
  await user.type(await screen.findByLabelText('Name'), 'backup')
  await user.click(screen.getByLabelText('Which agents'))
  await user.click(await screen.findByRole('option', { name: 'Only some' }))
  await user.type(screen.getByLabelText('With one of these tags'), tags)
  await user.type(screen.getByLabelText('But not with these'), without)
  return user
}

test('a left-out tag that is too long is named at its own field', async () => {
  const user = await openWithTags('rack', 'x'.repeat(41))
  await user.click(screen.getByRole('button', { name: 'Create token' }))
  const field = screen.getByLabelText('But not with these')
  expect(field).toHaveAccessibleDescription(/A tag can have at most 40 characters/)
  expect(screen.getByLabelText('With one of these tags')).not.toHaveAccessibleDescription(/at most 40/)
})

test('a tag that is asked for and left out is named at the field of tags', async () => {
  const user = await openWithTags('rack', 'rack')
  await user.click(screen.getAllByRole('checkbox')[0] as HTMLElement)
  await user.click(screen.getByRole('button', { name: 'Create token' }))
  expect(screen.getByLabelText('With one of these tags')).toHaveAccessibleDescription(/asked for and left out/)
})
