import type { QueryClient } from '@tanstack/react-query'
import { type RouteObject, redirectDocument } from 'react-router'
import { BootScreen } from '#web/app/boot-screen.tsx'
import { ErrorPage } from '#web/app/error-page.tsx'
import { Guard } from '#web/app/guard.tsx'
import { screen } from '#web/app/screen.ts'

const adminScreens = (client: QueryClient): RouteObject[] => [
  {
    path: 'users',
    handle: { title: 'Users' },
    lazy: () => import('#web/app/routes/users.ts').then((m) => m.usersRoute(client)),
  },
  {
    path: 'agents',
    handle: { title: 'Agents' },
    lazy: () => import('#web/app/routes/fleet.ts').then((m) => m.fleetRoute(client)),
  },
  {
    path: 'audit',
    handle: { title: 'Audit' },
    lazy: () => import('#web/features/audit/audit-page.tsx').then((m) => screen(client, m.AuditPage)),
  },
]

/** Screens inside the main layout. A page's code loads with its route; `handle.title` is its title. */
const mainScreens = (client: QueryClient): RouteObject[] => [
  {
    index: true,
    handle: { title: 'Home' },
    lazy: () => import('#web/app/routes/home.ts').then((m) => m.homeRoute(client)),
  },
  {
    path: 'agents',
    handle: { title: 'My agents' },
    lazy: () => import('#web/app/routes/my-agents.ts').then((m) => m.myAgentsRoute(client)),
  },
  {
    path: 'agents/:id',
    handle: { title: 'Agent' },
    lazy: () => import('#web/app/routes/agent.ts').then((m) => m.agentRoute(client)),
  },
  {
    path: 'activity',
    handle: { title: 'Activity' },
    lazy: () => import('#web/app/routes/activity.ts').then((m) => m.activityRoute(client)),
  },
  {
    path: 'activity/:id',
    handle: { title: 'Command' },
    lazy: () => import('#web/app/routes/activity.ts').then((m) => m.batchRoute(client)),
  },
  {
    path: 'alerts',
    handle: { title: 'Alerts' },
    lazy: () => import('#web/app/routes/alerts.ts').then((m) => m.alertsRoute(client)),
  },
  {
    path: 'alerts/:id',
    handle: { title: 'Alert' },
    lazy: () => import('#web/app/routes/alerts.ts').then((m) => m.incidentRoute(client)),
  },
  {
    path: 'dashboard',
    handle: { title: 'Edit Dashboards' },
    lazy: () => import('#web/app/routes/dashboards.ts').then((m) => m.dashboardsRoute(client)),
  },
  {
    path: 'displays',
    handle: { title: 'Displays' },
    lazy: () => import('#web/app/routes/displays.ts').then((m) => m.displaysRoute(client)),
  },
  {
    path: 'displays/:id',
    handle: { title: 'Display' },
    lazy: () => import('#web/app/routes/displays.ts').then((m) => m.displayRoute(client)),
  },
  {
    path: 'marketplace',
    handle: { title: 'Marketplace' },
    lazy: () => import('#web/app/routes/marketplace.ts').then((m) => m.marketplaceRoute(client)),
  },
  {
    path: 'settings/:section?',
    handle: { title: 'Settings' },
    lazy: () => import('#web/app/routes/settings.ts').then((m) => m.settingsRoute(client)),
  },
  {
    path: 'settings/tokens',
    handle: { title: 'Settings' },
    lazy: () => import('#web/app/routes/tokens.ts').then((m) => m.tokensRoute(client)),
  },
  {
    path: 'account',
    handle: { title: 'Account' },
    lazy: () => import('#web/app/routes/account.ts').then((m) => m.accountRoute(client)),
  },
  {
    path: 'admin',
    lazy: async () => {
      const [{ AdminLayout }, { backupsQuery }, { installationQuery }] = await Promise.all([
        import('#web/app/admin-layout.tsx'),
        import('#web/features/backups/backups.queries.ts'),
        import('#web/features/installation/installation.queries.ts'),
      ])
      return screen(client, AdminLayout, [backupsQuery, installationQuery])
    },
    children: adminScreens(client),
  },
]

/** Displays are programs of their own (`app/display.tsx`, `app/display-screen.tsx`). */
const displays: RouteObject[] = ['client', 'display'].map((path) => ({
  path,
  loader: ({ request }) => redirectDocument(request.url),
}))

/** Screens without a session. */
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
    path: 'oidc/:provider',
    handle: { title: 'Sign in' },
    lazy: () => import('#web/features/auth/provider-return-page.tsx').then((m) => screen(client, m.ProviderReturnPage)),
  },
  {
    path: 'terms',
    handle: { title: 'Terms of Service' },
    lazy: () => import('#web/features/legal/legal-page.tsx').then((m) => screen(client, m.TermsPage)),
  },
  {
    path: 'privacy',
    handle: { title: 'Privacy Policy' },
    lazy: () => import('#web/features/legal/legal-page.tsx').then((m) => screen(client, m.PrivacyPage)),
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
    lazy: () => import('#web/app/routes/main.ts').then((m) => m.mainRoute(client, routes)),
    children: [{ ErrorBoundary: ErrorPage, children: mainScreens(client) }],
  }
  const routes: RouteObject[] = [
    {
      HydrateFallback: BootScreen,
      ErrorBoundary: ErrorPage,
      children: [...openScreens(client), ...displays, { Component: Guard, children: [mainLayout] }],
    },
  ]
  return routes
}
