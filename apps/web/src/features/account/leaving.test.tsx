import { auth } from '@atalaya/contract/auth'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ada, renderApp, startSession } from '#web/testing/render.tsx'
import { answerCall } from '#web/testing/server.ts'

async function open() {
  startSession()
  answerCall(auth.sessions, () => ({ sessions: [] }))
  const rendered = renderApp({ path: '/account' })
  const name = await screen.findByLabelText('Name')
  const goTo = (path: string) => act(() => rendered.router.navigate(path))
  return { ...rendered, name, goTo }
}
const question = () => screen.queryByRole('alertdialog', { name: 'Leave without saving?' })
/** False if the page asks: it cancels the event. */
const closesTabQuietly = () => window.dispatchEvent(new Event('beforeunload', { cancelable: true }))

test('leaving without a change does not ask', async () => {
  const { user, name, goTo, router } = await open()
  await user.type(name, 'x{Backspace}')
  expect(closesTabQuietly()).toBe(true)
  await goTo('/settings')
  expect(router.state.location.pathname).toBe('/settings')
})

test('closing the tab or leaving the page with a change asks, and the answer is followed', async () => {
  const { user, name, goTo, router } = await open()
  await user.type(name, ' King')
  expect(closesTabQuietly()).toBe(false)
  await goTo('/settings')
  await user.click(await screen.findByRole('button', { name: 'Stay' }))
  await waitFor(() => expect(question()).toBeNull())
  expect(name).toHaveValue('Ada King')
  expect(router.state.location.pathname).toBe('/account')

  await goTo('/settings')
  await user.click(await screen.findByRole('button', { name: 'Leave' }))
  expect(await screen.findByRole('heading', { name: 'Settings' })).toBeVisible()
  expect(closesTabQuietly()).toBe(true)
})

test('dictated text counts as typed', async () => {
  const { name, goTo } = await open()
  name.focus()
  fireEvent.input(name, { target: { value: 'Ada Augusta' } })
  await goTo('/settings')
  expect(await screen.findByRole('button', { name: 'Stay' })).toBeVisible()
})

test('either of two forms on a screen asks, and only once', async () => {
  const { user, goTo } = await open()
  await user.type(screen.getByLabelText('New password'), 'a garden')
  await goTo('/settings')
  await screen.findByRole('button', { name: 'Stay' })
  expect(screen.getAllByRole('alertdialog')).toHaveLength(1)
})

test('a saved form does not ask, and a changed one asks again', async () => {
  const { user, name, goTo, router } = await open()
  answerCall(auth.editMe, ({ body }) => ({ user: { ...ada, ...body } }))
  await user.type(name, ' King{Enter}')
  await waitFor(() => expect(screen.getByRole('button', { name: 'Save profile' })).toBeDisabled())
  expect(closesTabQuietly()).toBe(true)
  await user.type(name, '!')
  expect(closesTabQuietly()).toBe(false)
  await user.type(name, '{Backspace}')
  await goTo('/settings')
  expect(router.state.location.pathname).toBe('/settings')
})

test('values filled in by the browser do not count as changes', async () => {
  const { goTo, router } = await open()
  const password = screen.getByLabelText<HTMLInputElement>('Current password')
  password.value = 'filled in'
  await goTo('/settings')
  expect(router.state.location.pathname).toBe('/settings')
})

test('the end of a session leaves the form without a question', async () => {
  const { user, name, router } = await open()
  await user.type(name, ' King')
  act(() => {
    localStorage.clear()
    window.dispatchEvent(new StorageEvent('storage', { key: 'auth_access_token' }))
  })
  await waitFor(() => expect(router.state.location.pathname).toBe('/login'))
  expect(question()).toBeNull()
})
