import { audit } from '@atalaya/contract/audit'
import { backups } from '@atalaya/contract/backups'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ApiError } from '#web/lib/api-error.ts'
import { ada, renderApp, signedIn } from '#web/testing/render.tsx'
import { on } from '#web/testing/server.ts'

test('an audit that could not be read can be asked for again', async () => {
  signedIn({ ...ada, role: 'admin' })
  on(backups.status, () => ({ schedule: null }))
  on(audit.list, () => {
    throw new ApiError(503, 'The server is busy')
  })
  const { user } = renderApp({ path: '/admin/audit' })
  expect(await screen.findByText('The audit could not be read.')).toBeVisible()
  on(audit.list, () => ({ entries: [], next: null }))
  await user.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(await screen.findByText('Nothing recorded.')).toBeVisible()
  expect(screen.queryByText('The server is busy')).toBeNull()
})

test('a search that finds nothing does not say that nothing happened', async () => {
  signedIn({ ...ada, role: 'admin' })
  on(backups.status, () => ({ schedule: null }))
  on(audit.list, () => ({ entries: [], next: null }))
  renderApp({ path: '/admin/audit?query=nowhere' })
  expect(await screen.findByText('No results.')).toBeVisible()
  expect(screen.queryByText('Nothing recorded.')).toBeNull()
})
