import { randomBytes, randomInt } from 'node:crypto'
import type { Registration, SignedIn } from '@atalaya/contract/auth'
import { users } from '@atalaya/contract/users'
import { apiOf } from '@atalaya/testbed/api'
import { createDatabase, startPostgres } from '@atalaya/testbed/postgres'
import { test as base, expect, type Page } from '@playwright/test'
import { expectAccessibleInBothThemesOn, expectAccessibleOn } from './accessible.ts'
import { showFrames } from './frames.ts'
import { type RunningServer, shortTimesServer, startServer } from './server.ts'

export { expect }

const PASSWORD = 'quiet lantern on the hill'

type Account = SignedIn & { password: string }

/** A client's address out of a range for tests (RFC 2544). */
const someAddress = (): Record<string, string> => ({
  'x-forwarded-for': `198.18.${randomInt(256)}.${randomInt(1, 255)}`,
})

async function post<T>(url: string, body: object, from = someAddress()): Promise<T> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...from },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`)
  return ((await response.json()) as { data: T }).data
}

/** Registers an account over the API and signs it in, as a script would. */
async function registerAt(url: string, profile: Partial<Registration> = {}, from = someAddress()): Promise<Account> {
  const username = profile.username ?? `user-${randomBytes(4).toString('hex')}`
  const full = {
    email: `${username}@example.com`,
    name: 'Lucía',
    surname: 'Navarro',
    birthday: '1991-05-17',
    ...profile,
  }
  await post(`${url}/auth/register`, { ...full, username, password: PASSWORD }, from)
  return signInAt(url, username)
}

async function signInAt(url: string, username: string): Promise<Account> {
  const { user, tokens } = await post<SignedIn>(`${url}/auth/login`, { username, password: PASSWORD })
  return { user, tokens, password: PASSWORD }
}

/** Options of a project of the configuration, or of a test file. */
export type Options = {
  database: 'sqlite' | 'postgres'
  /** True if the server waits only a fraction of the usual times for agents, numbers and alerts. */
  hasShortTimes: boolean
}

type WorkerFixtures = Options & {
  /** The product, running for this worker alone. */
  server: RunningServer
  /** First account of the server. */
  founder: Account
}

/**
 * Waits after each navigation until the program runs. A frame or a form that is drawn before it does not react yet.
 */
function awaitProgram(page: Page): void {
  const waitForProgram = () => page.waitForFunction(() => document.querySelector('#root[data-drawn]') === null)
  const { goto, reload } = page
  page.goto = async (url, options) => {
    const response = await goto.call(page, url, options)
    if (options?.waitUntil !== 'commit') await waitForProgram()
    return response
  }
  page.reload = async (options) => {
    const response = await reload.call(page, options)
    if (options?.waitUntil !== 'commit') await waitForProgram()
    return response
  }
}

type TestFixtures = {
  /** The first account, so an administrator, with a session of this test alone. */
  admin: Account
  /** Registers a further account. */
  newAccount: (profile?: Partial<Registration>) => Promise<Account>
  /** An ordinary account of this test alone. */
  member: Account
  /** Registers a further administrator, so that no other test sees their preferences. */
  newAdmin: () => Promise<Account>
  /** Puts an account's session into the browser of the test's page, as a sign-in would. */
  signIn: (account: Account) => Promise<void>
  /** Fails if axe finds anything on the page as it stands, or in a part of it. */
  expectAccessible: (target?: Page, part?: string) => Promise<void>
  /** Does the same in the light and the dark theme; the page must follow the theme of the system. */
  expectAccessibleInBothThemes: (target?: Page, part?: string) => Promise<void>
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  database: ['sqlite', { scope: 'worker', option: true }],
  hasShortTimes: [false, { scope: 'worker', option: true }],
  server: [
    async ({ database, hasShortTimes }, use) => {
      const postgres = database === 'postgres' ? await startPostgres() : undefined
      const settings = postgres && { DATABASE_URL: await createDatabase(postgres.url) }
      const server = await startServer(settings, hasShortTimes ? shortTimesServer : undefined)
      await use(server)
      await server.stop()
      await postgres?.stop()
    },
    { scope: 'worker' },
  ],
  founder: [
    async ({ server }, use) =>
      // From this very machine: through a proxy the first account would need a setup code.
      use(await registerAt(server.url, { username: 'warden', name: 'Marina', surname: 'Ortega' }, {})),
    { scope: 'worker' },
  ],
  // New for each test: an access token lives ten minutes, and a worker may run longer.
  admin: async ({ server, founder }, use) => use(await signInAt(server.url, founder.user.username)),
  baseURL: ({ server }, use) => use(server.url),
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern.
  extraHTTPHeaders: async ({}, use) => use(someAddress()),
  // Needs `founder`: the first account of a server becomes its administrator.
  newAccount: async ({ server, founder }, use) => {
    expect(founder.user.role).toBe('admin')
    await use((profile) => registerAt(server.url, profile))
  },
  member: async ({ newAccount }, use) => use(await newAccount()),
  newAdmin: async ({ server, admin, newAccount }, use) =>
    use(async () => {
      const account = await newAccount()
      const params = { id: account.user._id }
      await apiOf(server.url, admin.tokens.accessToken)(users.setRole, { params, body: { role: 'admin' } })
      return { ...account, user: { ...account.user, role: 'admin' } }
    }),
  page: async ({ page }, use, info) => {
    awaitProgram(page)
    await use(page)
    await showFrames(page, info)
  },
  signIn: ({ page }, use) =>
    use(async ({ user, tokens }) => {
      // Any small file of the origin gives access to its storage.
      await page.goto('/favicon.svg')
      await page.evaluate(
        ([session, access, refresh]) => {
          localStorage.setItem('auth_user', session)
          localStorage.setItem('auth_refresh_token', refresh)
          localStorage.setItem('auth_access_token', access)
        },
        [JSON.stringify(user), tokens.accessToken, tokens.refreshToken] as const,
      )
    }),
  expectAccessible: ({ page }, use) => use((target = page, part) => expectAccessibleOn(target, part)),
  expectAccessibleInBothThemes: ({ page }, use) =>
    use((target = page, part) => expectAccessibleInBothThemesOn(target, part)),
})
