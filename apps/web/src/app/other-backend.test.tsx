import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { readSession, signIn } from '#web/lib/session/session.ts'
import { emptyAnswer, failureAnswer, grace, hall, otherBackend, pump } from '#web/testing/other-backend.ts'
import { renderApp } from '#web/testing/render.tsx'

const tokens = { accessToken: 'access', refreshToken: 'refresh' }
const stats = { agentsTotal: 41, agentsOnline: 3 }
const list = { items: [pump], total: 41, page: 1, pageSize: 10 }

function startSession() {
  signIn({ tokens, user: { ...grace, id: grace._id, role: 'admin' } })
}

test('a user signs in, and home shows agents from a bare array', async () => {
  otherBackend({
    'post /auth/login': () => ({ data: { tokens, user: grace } }),
    'get /api/v1/agents/u1': () => [pump],
    'get /api/v1/stats': () => stats,
    'get /api/v1/dashboard/pages': () => ({ pages: [hall] }),
  })
  const { user } = renderApp({ path: '/login' })
  await user.type(await screen.findByLabelText('Email'), 'grace@example.org')
  await user.type(screen.getByLabelText('Password'), 'quiet lantern{Enter}')
  expect(await screen.findByText('1 agent(s) running right now')).toBeVisible()
  expect(screen.getByRole('heading', { name: /^Good (morning|afternoon|evening), Grace$/ })).toBeVisible()
  // The role is compared ignoring case.
  expect(screen.getByRole('link', { name: 'Admin panel' })).toBeVisible()
  const card = await screen.findByRole('region', { name: 'Your agents' })
  expect(within(card).getByText('pump-1')).toBeVisible()
})

test("the 'message' of a failure is shown", async () => {
  otherBackend({ 'post /auth/login': () => failureAnswer(423, 'Come back at nine') })
  const { user } = renderApp({ path: '/login' })
  await user.type(await screen.findByLabelText('Email'), 'grace@example.org')
  await user.type(screen.getByLabelText('Password'), 'quiet lantern{Enter}')
  expect(await screen.findByRole('alert')).toHaveTextContent('Come back at nine')
})

test('agents listed by items, total, page and pageSize can be paged, edited, read and commanded', async () => {
  startSession()
  const record = { _id: 'r1', createdAt: '2026-03-01T11:00:00.000Z', dataType: 'flow', tags: [], data: { data: 42 } }
  const requests = otherBackend({
    'get /api/v1/agents': () => list,
    'get /api/v1/stats': () => stats,
    'get /api/v1/agents/pump-1/data': () => ({ items: [record], total: 1, page: 1, pageSize: 20 }),
    'patch /api/v1/agents/pump-1': () => ({ ...pump, name: 'boiler' }),
    'post /api/v1/agents/command': () => ({ message: 'On its way' }),
  })
  const { user } = renderApp({ path: '/admin/agents' })
  const row = await screen.findByRole('row', { name: /pump-1/ })
  const cells = within(row).getAllByRole('cell')
  expect(cells.slice(1, 6).map((cell) => cell.textContent)).toEqual(['pump-1', '-', 'Online', '10.0.0.7', '-'])
  expect(screen.getByText('41 results')).toBeVisible()
  expect(screen.getByText('Pages 1 of 5')).toBeVisible()
  const act = async (item: string) => {
    await user.click(within(row).getByRole('button', { name: 'Actions for pump-1' }))
    await user.click(await screen.findByRole('menuitem', { name: item }))
    return within(await screen.findByRole('dialog'))
  }

  expect(await (await act('View Data')).findByText('42')).toBeVisible()
  await user.keyboard('{Escape}')
  await user.click((await act('Edit Agent')).getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Agent updated')).toBeVisible()
  const dialog = await act('Send Command')
  await user.type(dialog.getByLabelText('Command'), 'restart')
  await user.click(dialog.getByRole('button', { name: 'Send' }))
  expect(await screen.findByText('Command sent')).toBeVisible()
  expect(requests.find(({ url }) => url.pathname.endsWith('/command'))?.body).toMatchObject({
    command: 'restart',
    agentId: 'pump-1',
    args: {},
  })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.queryByRole('region', { name: 'Command results' })).toBeNull()
})

test('an account is changed, whether the answer contains it or not', async () => {
  startSession()
  const ada = { ...grace, _id: 'u2', username: 'ada', email: 'ada@example.org' }
  let isActive = true
  otherBackend({
    'get /api/v1/users': () => ({ data: { users: [{ ...ada, isActive }] } }),
    'patch /api/v1/users/u2': () => ({ ...ada, surname: 'Murray' }),
    'patch /api/v1/users/u2/status': () => {
      isActive = false
      return { success: true }
    },
    'post /api/v1/users/u2/logout-all': emptyAnswer,
  })
  const { user } = renderApp({ path: '/admin/users' })
  const access = await screen.findByRole('switch', { name: 'Access of ada' })
  await user.click(access)
  expect(await screen.findByText('User status updated.')).toBeVisible()
  await waitFor(() => expect(access).not.toBeChecked())

  await user.click(screen.getByRole('button', { name: 'Actions for ada' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Edit' }))
  await user.clear(await screen.findByLabelText('Surname'))
  await user.type(screen.getByLabelText('Surname'), 'Murray')
  await user.click(screen.getByRole('button', { name: 'Guardar' }))
  expect(await screen.findByText('Usuario actualizado')).toBeVisible()
  expect(await screen.findByRole('cell', { name: 'Murray' })).toBeVisible()

  await user.click(screen.getByRole('button', { name: 'Actions for ada' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Revoke tokens' }))
  await user.click(await screen.findByRole('button', { name: 'Revocar' }))
  expect(await screen.findByText('Sesiones revocadas')).toBeVisible()
})

test('pages from a bare array without versions are shown, and a new one is made', async () => {
  startSession()
  const kept = [hall]
  otherBackend({
    'get /api/v1/dashboard/pages': () => kept,
    'post /api/v1/dashboard/pages': () => {
      const office = { ...hall, _id: 'p2', name: 'Office', active: false, order: 1 }
      kept.push(office)
      return office
    },
  })
  const { user } = renderApp({ path: '/dashboard' })
  expect(await screen.findByText('This dashboard has no modules.')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'New Page' }))
  await user.type(await screen.findByLabelText('Name'), 'Office')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByRole('article', { name: 'Office' })).toBeVisible()
})

test('a second device signs in even if the scan has an empty answer', async () => {
  otherBackend({
    'get /auth/qr/status/c0de': () => ({ status: 'pending' }),
    'post /auth/qr/scan': emptyAnswer,
    'post /auth/qr/authenticate': () => ({ tokens, user: grace }),
  })
  const { user } = renderApp({ path: '/qr-login/c0de' })
  await user.type(await screen.findByLabelText('Username or email'), 'grace')
  await user.type(screen.getByLabelText('Password'), 'quiet lantern')
  await user.click(screen.getByRole('button', { name: 'Authenticate' }))
  expect(await screen.findByText('Authentication successful! Redirecting...')).toBeVisible()
  expect(readSession()).toMatchObject({ accessToken: 'access', user: { username: 'grace' } })
})
