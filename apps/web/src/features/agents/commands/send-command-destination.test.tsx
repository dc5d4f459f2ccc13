import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { fleetOfTwo, openAdminPage } from '#web/features/agents/testing/admin-page.tsx'

beforeEach(() => {
  fleetOfTwo()
})

test.each([
  ['/admin/agents?tag=linux', 'Tag: linux', 'Reaches 3 agents, 1 online now; 2 will get it when they connect'],
  ['/admin/agents?tag=linux&sort=disk', 'Tag: linux', /^Reaches 3 agents/],
  ['/admin/agents?tag=linux&tag=home', 'All Agents', /^Reaches 45 agents/],
  ['/admin/agents?tag=linux&status=offline', 'All Agents', /^Reaches 45 agents/],
])('from the list at %s it goes to %s', async (path, destination, reach) => {
  const { user } = await openAdminPage(path)
  await user.click(screen.getByRole('button', { name: 'Send Command' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Send Command to Agents' }))
  expect(dialog.getByRole('combobox', { name: 'Destination' })).toHaveTextContent(destination)
  expect(await dialog.findByText(reach)).toBeVisible()
})
