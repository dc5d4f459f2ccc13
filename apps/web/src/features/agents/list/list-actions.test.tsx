import { agents } from '@atalaya/contract/agents'
import { users } from '@atalaya/contract/users'
import { screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openAdminPage, serveFleet } from '#web/features/agents/testing/admin-page.tsx'
import { answerCall, server } from '#web/testing/server.ts'

let csvQueries: string[]

beforeEach(() => {
  serveFleet()
  csvQueries = []
  URL.createObjectURL = () => 'blob:csv'
  URL.revokeObjectURL = () => undefined
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  server.use(
    http.get('*/api/v1/agents.csv', ({ request }) => {
      const query = new URL(request.url).searchParams
      query.delete('columns')
      csvQueries.push(query.toString())
      return HttpResponse.text('ID\r\n')
    }),
  )
})
afterEach(() => vi.restoreAllMocks())

test.each([
  ['/admin/agents', 'CSV', ''],
  ['/admin/agents?sort=disk', 'CSV', 'sort=disk'],
  ['/admin/agents?query=nas&tag=rack-5&sort=disk', 'CSV of 45', 'sort=disk&tag=rack-5&query=nas'],
])('the list at %s is saved by the button %s', async (path, name, query) => {
  const { user } = await openAdminPage(path)
  await user.click(await screen.findByRole('button', { name }))
  await waitFor(() => expect(csvQueries).toEqual([query]))
})

test('only ticked rows of a filtered list are saved', async () => {
  const { user } = await openAdminPage('/admin/agents?tag=rack-5&sort=disk')
  await user.click(screen.getByRole('checkbox', { name: 'Select all' }))
  await user.click(await screen.findByRole('button', { name: 'CSV of 2' }))
  await waitFor(() => expect(csvQueries).toEqual(['sort=disk&ids=agent-nas%2Cagent-2']))
})

test('all agents of a filtered list can be compared, also those on other pages', async () => {
  const { user, router } = await openAdminPage('/admin/agents?tag=rack-5&sort=disk')
  await user.click(await screen.findByRole('button', { name: 'Compare these 45' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/agents/agent-nas'))
  expect(router.state.location.search).toBe('?with=agent-2')
})

test('an unfiltered list has no comparison', async () => {
  await openAdminPage()
  expect(screen.queryByRole('button', { name: /Compare/ })).toBeNull()
})

test('the menu of filters stays open while several are chosen', async () => {
  answerCall(agents.facets, () => ({ systems: [], versions: [] }))
  answerCall(users.list, () => ({ users: [] }))
  const { user, router } = await openAdminPage()
  await user.click(await screen.findByRole('button', { name: 'Filter' }))
  await user.click(await screen.findByRole('menuitemcheckbox', { name: 'Over a bound' }))
  await user.click(screen.getByRole('menuitemcheckbox', { name: 'Outdated' }))
  expect(screen.getByRole('menuitemcheckbox', { name: 'Over a bound' })).toBeChecked()
  expect(router.state.location.search).toBe('?critical=true&outdated=true')
})
