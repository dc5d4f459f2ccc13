import type { QueryClient } from '@tanstack/react-query'
import { createBrowserRouter, type RouteObject } from 'react-router'
import { AdminGuard } from '#web/app/admin-guard.tsx'
import { BootScreen } from '#web/app/boot-screen.tsx'
import { ErrorPage } from '#web/app/error-page.tsx'
import { Guard } from '#web/app/guard.tsx'
import { screen } from '#web/app/screen.ts'
import { meQuery } from '#web/features/auth/auth.queries.ts'
import { usersQuery } from '#web/features/users/users.queries.ts'

/** All screens. A page's code is loaded with its route; `handle.title` names it in the header and in the tab. */
export function createRoutes(client: QueryClient): RouteObject[] {
  return [
    {
      HydrateFallback: BootScreen,
      ErrorBoundary: ErrorPage,
      children: [
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
          Component: Guard,
          children: [
            {
              lazy: () => import('#web/app/shell/main-layout.tsx').then((m) => screen(client, m.MainLayout, [meQuery])),
              children: [
                {
                  ErrorBoundary: ErrorPage,
                  children: [
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
                      path: 'settings',
                      handle: { title: 'Settings' },
                      lazy: () => import('#web/app/settings-page.tsx').then((m) => screen(client, m.SettingsPage)),
                    },
                    {
                      path: 'admin',
                      Component: AdminGuard,
                      children: [
                        {
                          path: 'users',
                          handle: { title: 'Users' },
                          lazy: () =>
                            import('#web/features/users/users-page.tsx').then((m) =>
                              screen(client, m.UsersPage, [usersQuery]),
                            ),
                        },
                      ],
                    },
                  ],
                },
              ],
            },
          ],
        },
        {
          path: '*',
          handle: { title: 'Page not found' },
          lazy: () => import('#web/app/not-found-page.tsx').then((m) => screen(client, m.NotFoundPage)),
        },
      ],
    },
  ]
}

export const createRouter = (client: QueryClient) => createBrowserRouter(createRoutes(client))
