import type { QueryClient } from '@tanstack/react-query'
import type { RouteObject } from 'react-router'
import { AdminGuard } from '#web/app/admin-guard.tsx'
import { BootScreen } from '#web/app/boot-screen.tsx'
import { ErrorPage } from '#web/app/error-page.tsx'
import { Guard } from '#web/app/guard.tsx'
import { screen } from '#web/app/screen.ts'

const searchOf = (request: Request) => new URL(request.url).searchParams

const adminScreens = (client: QueryClient): RouteObject[] => [
  {
    path: 'users',
    handle: { title: 'Users' },
    lazy: async () => {
      const [{ UsersPage }, { usersQuery }] = await Promise.all([
        import('#web/features/users/users-page.tsx'),
        import('#web/features/users/users.queries.ts'),
      ])
      return screen(client, UsersPage, [usersQuery])
    },
  },
  {
    path: 'agents',
    handle: { title: 'Agents' },
    lazy: async () => {
      const [{ AgentsAdminPage }, { agentStatsQuery, fleetListQuery }] = await Promise.all([
        import('#web/features/agents/admin/agents-admin-page.tsx'),
        import('#web/features/agents/agents.queries.ts'),
      ])
      return screen(client, AgentsAdminPage, ({ request }) => [agentStatsQuery, fleetListQuery(searchOf(request))])
    },
  },
  {
    path: 'audit',
    handle: { title: 'Audit' },
    lazy: () => import('#web/features/audit/audit-page.tsx').then((m) => screen(client, m.AuditPage)),
  },
]

/** The screens inside the main layout. A page's code is loaded with its route; `handle.title` names it. */
const mainScreens = (client: QueryClient): RouteObject[] => [
  {
    index: true,
    handle: { title: 'Home' },
    lazy: async () => {
      const [{ HomePage }, { homeQueries }] = await Promise.all([
        import('#web/app/home/home-page.tsx'),
        import('#web/app/home/home.queries.ts'),
      ])
      return screen(client, HomePage, homeQueries)
    },
  },
  {
    path: 'agents',
    handle: { title: 'My agents' },
    lazy: async () => {
      const [{ AgentsPage }, { ownListQuery }] = await Promise.all([
        import('#web/features/agents/mine/agents-page.tsx'),
        import('#web/features/agents/agents.queries.ts'),
      ])
      return screen(client, AgentsPage, ({ request }) => [ownListQuery(searchOf(request))])
    },
  },
  {
    path: 'agents/:id',
    handle: { title: 'Agent' },
    lazy: async () => {
      const [{ AgentPage }, { agentQuery }] = await Promise.all([
        import('#web/features/agents/detail/agent-page.tsx'),
        import('#web/features/agents/agents.queries.ts'),
      ])
      return screen(client, AgentPage, ({ params }) => [agentQuery(params.id ?? '')])
    },
  },
  {
    path: 'dashboard',
    handle: { title: 'Edit Dashboards' },
    lazy: async () => {
      const [{ DashboardPage }, { pagesQuery }] = await Promise.all([
        import('#web/features/boards/dashboard-page.tsx'),
        import('#web/features/boards/boards.queries.ts'),
      ])
      return screen(client, DashboardPage, [pagesQuery])
    },
  },
  {
    path: 'marketplace',
    handle: { title: 'Marketplace' },
    lazy: async () => {
      const [{ MarketplacePage }, { pagesQuery }, { catalogueQuery }] = await Promise.all([
        import('#web/app/marketplace-page.tsx'),
        import('#web/features/boards/boards.queries.ts'),
        import('#web/lib/catalogue.ts'),
      ])
      return screen(client, MarketplacePage, [pagesQuery, catalogueQuery])
    },
  },
  {
    path: 'settings',
    handle: { title: 'Settings' },
    lazy: async () => {
      const [{ SettingsPage }, { connectionsQuery }] = await Promise.all([
        import('#web/app/settings-page.tsx'),
        import('#web/features/connections/connections.queries.ts'),
      ])
      return screen(client, SettingsPage, [connectionsQuery])
    },
  },
  {
    path: 'account',
    handle: { title: 'Account' },
    lazy: async () => {
      const [{ AccountPage }, { meQuery, sessionsQuery }] = await Promise.all([
        import('#web/features/account/account-page.tsx'),
        import('#web/features/account/account.queries.ts'),
      ])
      return screen(client, AccountPage, [meQuery, sessionsQuery])
    },
  },
  { path: 'admin', Component: AdminGuard, children: adminScreens(client) },
]

/** What a display shows, in a layout of its own. */
const displayScreens = (client: QueryClient): RouteObject => ({
  path: 'client',
  handle: { title: 'Display' },
  lazy: () => import('#web/app/client/display-route.ts').then((m) => m.displayRoute(client)),
  children: [
    {
      index: true,
      ErrorBoundary: ErrorPage,
      lazy: async () => {
        const [{ ClientPage }, { pagesQuery }] = await Promise.all([
          import('#web/features/boards/client-page.tsx'),
          import('#web/features/boards/boards.queries.ts'),
        ])
        return screen(client, ClientPage, [pagesQuery])
      },
    },
  ],
})

/** The screens that need no session. */
const openScreens = (client: QueryClient): RouteObject[] => [
  {
    path: 'login',
    handle: { title: 'Sign in' },
    lazy: () => import('#web/features/auth/login-page.tsx').then((m) => screen(client, m.LoginPage)),
  },
  {
    path: 'register',
    handle: { title: 'Create your account' },
    lazy: () => import('#web/features/auth/register-page.tsx').then((m) => screen(client, m.RegisterPage)),
  },
  {
    path: 'qr-login/:code?',
    handle: { title: 'Sign in another device' },
    lazy: () => import('#web/features/auth/qr-device-page.tsx').then((m) => screen(client, m.QrDevicePage)),
  },
  {
    path: 'spotify-callback',
    handle: { title: 'Spotify' },
    lazy: () =>
      import('#web/features/connections/spotify-callback-page.tsx').then((m) => screen(client, m.SpotifyCallbackPage)),
  },
  {
    path: '*',
    handle: { title: 'Page not found' },
    lazy: () => import('#web/app/not-found-page.tsx').then((m) => screen(client, m.NotFoundPage)),
  },
]

/** All screens; those under the guard need a session. */
export function createRoutes(client: QueryClient): RouteObject[] {
  const mainLayout: RouteObject = {
    lazy: () => import('#web/app/shell/main-route.ts').then((m) => m.mainRoute(client, routes)),
    children: [{ ErrorBoundary: ErrorPage, children: mainScreens(client) }],
  }
  const routes: RouteObject[] = [
    {
      HydrateFallback: BootScreen,
      ErrorBoundary: ErrorPage,
      children: [...openScreens(client), { Component: Guard, children: [mainLayout, displayScreens(client)] }],
    },
  ]
  return routes
}
