import { auth } from '@atalaya/contract/auth'
import type { User } from '@atalaya/contract/users'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, parsePath, type RouteObject } from 'react-router'
import { expect } from 'vitest'
import { Providers } from '#web/app/providers.tsx'
import { createRoutes } from '#web/app/router.tsx'
import { createQueryClient } from '#web/lib/calls/query-client.ts'
import { signIn } from '#web/lib/session/session.ts'
import { answerCall } from '#web/testing/server.ts'

export const ada: User = {
  _id: 'ada',
  id: 'ada',
  username: 'ada',
  email: 'ada@example.com',
  name: 'Ada',
  surname: 'Lovelace',
  role: 'admin',
  isActive: true,
  lastLogin: '2026-11-20T09:00:00Z',
  birthday: '1990-12-10',
}

export const bea: User = {
  ...ada,
  _id: 'bea',
  id: 'bea',
  username: 'bea',
  email: 'bea@example.com',
  name: 'Bea',
  surname: 'Sanz',
  role: 'user',
}

/** Stores a session as a sign-in does, and makes the server know the account. */
export function startSession(user: User = ada) {
  answerCall(auth.me, () => ({ user }))
  signIn({ tokens: { accessToken: 'access', refreshToken: 'refresh' }, user })
}

type Options = { path?: string; state?: unknown; routes?: RouteObject[] }

/** Renders the product, or `routes` instead, at a path. Returns the router, the query client and a user to act as. */
export function renderApp({ path = '/', state, routes }: Options = {}) {
  const client = createQueryClient()
  client.setDefaultOptions({ queries: { retry: false } })
  const router = createMemoryRouter(routes ?? createRoutes(client), { initialEntries: [{ ...parsePath(path), state }] })
  const user = userEvent.setup()
  return { ...render(<Providers client={client} router={router} />), router, client, user }
}

/** Renders one element on a page of its own. */
export function renderElement(element: React.ReactNode) {
  return renderApp({ path: '/', routes: [{ path: '*', element }] })
}

/**
 * Waits until a text is visible. Searches again each time: a toast may be replaced between finding it and looking at
 * it.
 */
export const waitForText = (text: string | RegExp) => waitFor(() => expect(screen.getByText(text)).toBeVisible())
