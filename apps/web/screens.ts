const PROGRAM = 'src/app/program.tsx'
const FRAME = 'src/app/routes/main.ts'
const MAIN = [PROGRAM, FRAME]
const ADMIN = [...MAIN, 'src/app/admin-layout.tsx']

/**
 * Modules that are loaded for an address (`src/app/entry.ts`, `src/app/router.tsx`). The page names their files at
 * once; otherwise each would be known only after another has run. `:name` stands for any one part.
 */
export const screens: Record<string, string[]> = {
  '/': [...MAIN, 'src/app/routes/home.ts'],
  '/login': ['src/app/sign-in.tsx'],
  '/register': [PROGRAM, 'src/features/auth/register-page.tsx'],
  '/oidc/:provider': [PROGRAM, 'src/features/auth/provider-return-page.tsx'],
  '/terms': [PROGRAM, 'src/features/legal/legal-page.tsx'],
  '/privacy': [PROGRAM, 'src/features/legal/legal-page.tsx'],
  '/qr-login': [PROGRAM, 'src/features/auth/qr-device-page.tsx'],
  '/qr-login/:code': [PROGRAM, 'src/features/auth/qr-device-page.tsx'],
  '/agents': [...MAIN, 'src/app/routes/my-agents.ts'],
  '/agents/:id': [...MAIN, 'src/app/routes/agent.ts'],
  '/activity': [...MAIN, 'src/app/routes/activity.ts'],
  '/activity/:id': [...MAIN, 'src/app/routes/activity.ts'],
  '/alerts': [...MAIN, 'src/app/routes/alerts.ts'],
  '/alerts/:id': [...MAIN, 'src/app/routes/alerts.ts'],
  '/dashboard': [...MAIN, 'src/app/routes/dashboards.ts'],
  '/displays': [...MAIN, 'src/app/routes/displays.ts'],
  '/displays/:id': [...MAIN, 'src/app/routes/displays.ts'],
  '/marketplace': [...MAIN, 'src/app/routes/marketplace.ts'],
  '/settings': [...MAIN, 'src/app/routes/settings.ts'],
  '/settings/tokens': [...MAIN, 'src/app/routes/tokens.ts'],
  '/settings/:section': [...MAIN, 'src/app/routes/settings.ts'],
  '/account': [...MAIN, 'src/app/routes/account.ts'],
  '/admin/users': [...ADMIN, 'src/app/routes/users.ts'],
  '/admin/agents': [...ADMIN, 'src/app/routes/fleet.ts'],
  '/admin/audit': [...ADMIN, 'src/features/audit/audit-page.tsx'],
  '/client': ['src/app/display.tsx'],
  '/display': ['src/app/display-screen.tsx'],
}

const ME = '/auth/me'
const BOARDS = '/api/v1/dashboard/pages'
const PREFERENCES = '/api/v1/preferences'

/** First requests of a screen, sent while its files load; `{user}` is the signed-in user. */
export const firstRequests: Record<string, string[]> = {
  '/': [ME, BOARDS, PREFERENCES, '/api/v1/stats', '/api/v1/agents/{user}', '/api/v1/attention'],
  '/agents': [ME, PREFERENCES, '/api/v1/agents?page=1&pageSize=12&owner=me'],
  '/admin/agents': [PREFERENCES],
  '/dashboard': [ME, BOARDS],
  '/displays': [ME, BOARDS, '/api/v1/displays'],
  '/displays/:id': [ME, BOARDS, '/api/v1/displays'],
  '/marketplace': [ME, BOARDS, PREFERENCES],
  '/client': [ME, BOARDS],
}

/** The address of the sign-in form. */
export const FORM = '/login'
/** The addresses of the screens in the frame with the sidebar. */
export const framedAddresses = Object.keys(screens).filter((address) => screens[address]?.includes(FRAME))
