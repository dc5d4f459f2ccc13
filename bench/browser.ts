import {
  type Browser,
  type BrowserContext,
  type CDPSession,
  chromium,
  type LaunchOptions,
  type Page,
} from '@playwright/test'

export type Account = { user: object; tokens: { accessToken: string; refreshToken: string } }

const PASSWORD = 'quiet lantern on the hill'
/** Slow-down of the browser's processor, against this machine. */
export const THROTTLE = 4

export const launch = (options: LaunchOptions = {}): Promise<Browser> =>
  chromium.launch({
    ...options,
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-background-networking'],
  })

/** Calls the API as a script would. Returns its data. */
export async function callApi(url: string, method: string, body: object, token = ''): Promise<Record<string, unknown>> {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
  const response = await fetch(url, { method, headers, body: JSON.stringify(body) })
  if (!response.ok) throw new Error(`${method} ${url}: ${response.status} ${await response.text()}`)
  return ((await response.json()) as { data: Record<string, unknown> }).data
}

/** Registers the first account of a server, and signs it in. */
export async function registerFirst(url: string): Promise<Account> {
  const person = { email: 'warden@example.com', name: 'Marina', surname: 'Ortega', birthday: null }
  await callApi(`${url}/auth/register`, 'POST', { ...person, username: 'warden', password: PASSWORD })
  return (await callApi(`${url}/auth/login`, 'POST', { username: 'warden', password: PASSWORD })) as Account
}

/** Lets every page of a browser start signed in. Tokens that a page has renewed stay. */
export const signIn = (context: BrowserContext, { tokens, user }: Account) =>
  context.addInitScript(
    ([access, refresh, storedUser]) => {
      if (localStorage.getItem('auth_access_token')) return
      localStorage.setItem('auth_access_token', access)
      localStorage.setItem('auth_refresh_token', refresh)
      localStorage.setItem('auth_user', storedUser)
    },
    [tokens.accessToken, tokens.refreshToken, JSON.stringify(user)] as const,
  )

/** DevTools session of a page, with its processor slowed down. */
export async function openSlowSession(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: THROTTLE })
  return session
}
