import { auth } from '@atalaya/contract/auth'
import { modules } from '@atalaya/contract/modules'
import { type Preferences, preferenceCalls } from '@atalaya/contract/preferences'
import type { User } from '@atalaya/contract/users'
import { act, screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, test } from 'vitest'
import { answerHome } from '#web/app/home/testing/home.ts'
import { ada, bea, renderApp, startSession } from '#web/testing/render.tsx'
import { answerCall, server } from '#web/testing/server.ts'

const answerPreferences = (preferences: Preferences) => answerCall(preferenceCalls.read, () => ({ preferences }))
const greeting = () => screen.findByRole('heading', { name: /^Good (morning|afternoon|evening), / })
const hallPage = { page: 'p1' }

async function signInAs(user: User, path = '/login') {
  answerCall(auth.login, () => ({ tokens: { accessToken: 'access', refreshToken: 'refresh' }, user }))
  answerCall(auth.me, () => ({ user }))
  const app = renderApp({ path })
  await app.user.type(await screen.findByLabelText('Email'), user.email)
  await app.user.type(screen.getByLabelText('Password'), 'correct horse{Enter}')
  return app
}

describe('signing in', () => {
  test('leads to Home if nothing is chosen', async () => {
    answerHome([])
    const { router } = await signInAs(ada)
    expect(await greeting()).toBeVisible()
    expect(router.state.location.pathname).toBe('/')
  })

  test('leads to the chosen place, and Home is one step away', async () => {
    answerHome([], 2)
    answerPreferences({ startPage: hallPage })
    const { router, user } = await signInAs(ada)
    await waitFor(() => expect(router.state.location).toMatchObject({ pathname: '/dashboard', search: '?page=p1' }))
    expect(router.state.historyAction).toBe('REPLACE')
    await user.click(await screen.findByRole('link', { name: 'Home' }))
    expect(await greeting()).toBeVisible()
    expect(router.state.location.pathname).toBe('/')
  })

  test('still returns to the requested screen', async () => {
    answerHome([], 2)
    answerPreferences({ startPage: hallPage })
    const { router } = await signInAs(ada, '/settings/start')
    await waitFor(() => expect(router.state.location.pathname).toBe('/settings/start'))
    expect(await screen.findByRole('combobox', { name: 'Begin at' })).toHaveDisplayValue('Hall')
  })
})

test('the bare address leads to the chosen place', async () => {
  answerHome([])
  answerPreferences({ startPage: { place: 'marketplace' } })
  answerCall(modules.list, () => ({ modules: [] }))
  startSession({ ...bea, _id: 'ada' })
  const { router } = renderApp()
  await waitFor(() => expect(router.state.location.pathname).toBe('/marketplace'))
})

test.each<[string, Preferences]>([
  ['a page that was deleted', { startPage: { page: 'gone' } }],
  ['a place for administrators', { startPage: { place: 'users' } }],
])('%s counts as Home, without a message', async (_what, kept) => {
  answerHome([], 2)
  answerPreferences(kept)
  const { router } = await signInAs({ ...bea, _id: 'ada' })
  expect(await greeting()).toBeVisible()
  expect(router.state.location.pathname).toBe('/')
  expect(screen.queryByText(/administrators/)).toBeNull()
})

test('Home shows if the choice could not be read', async () => {
  answerHome([])
  server.use(http.get('*/api/v1/preferences', () => HttpResponse.error()))
  startSession(ada)
  renderApp()
  expect(await greeting()).toBeVisible()
})

test('a start page chosen on another screen does not navigate this one', async () => {
  answerHome([])
  startSession(ada)
  const { client, router } = renderApp()
  await greeting()
  await act(async () => client.setQueryData(['preferences'], { startPage: { place: 'marketplace' } }))
  expect(await greeting()).toBeVisible()
  expect(router.state.navigation.state).toBe('idle')
  expect(router.state.location.pathname).toBe('/')
})

test('the settings offer permitted places and pages, and save the choice', async () => {
  answerHome([], 2)
  startSession({ ...bea, _id: 'ada' })
  const kept: Preferences[] = []
  answerCall(preferenceCalls.keep, ({ body }) => {
    kept.push(body)
    return {}
  })
  const { user } = renderApp({ path: '/settings/start' })
  const field = await screen.findByRole('combobox', { name: 'Begin at' })
  await waitFor(() => expect(field).toBeEnabled())
  expect(field).toHaveDisplayValue('Home')
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
    ...['Home', 'Dashboards', 'My agents', 'Activity', 'Alerts', 'Displays', 'Marketplace', 'Hall', 'Hall'],
  ])
  await user.selectOptions(field, 'My agents')
  await user.selectOptions(field, 'page p1')
  await user.selectOptions(field, 'Home')
  await waitFor(() => expect(kept).toEqual([{ place: 'agents' }, hallPage, {}].map((startPage) => ({ startPage }))))
  expect(field).toHaveDisplayValue('Home')
})
