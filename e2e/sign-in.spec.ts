import { randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { login, password } from './sign-in-form.ts'

const PASSWORD = 'quiet lantern on the hill'

const newName = () => `guest-${randomBytes(4).toString('hex')}`

async function fillRegistration(page: Page, username: string) {
  await page.getByLabel('Name', { exact: true }).fill('Ana')
  await page.getByLabel('Surname').fill('Ruiz')
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Email').fill(`${username}@example.com`)
  await page.getByLabel('Birthday').fill('1991-05-17')
  await password(page).fill(PASSWORD)
  await page.getByRole('textbox', { name: 'Repeat password' }).fill(PASSWORD)
}

test('the sign-in and the registration have their fields, hints and ways to each other @mobile @sizes', async ({
  page,
  expectAccessibleInBoth,
}) => {
  await page.goto('/login')
  await expect(page.getByLabel('Email')).toHaveAttribute('type', 'email')
  await password(page).fill('secret')
  await page.getByRole('button', { name: 'Show password' }).click()
  await expect(password(page)).toHaveAttribute('type', 'text')
  await page.getByRole('button', { name: 'Hide password' }).click()
  await expect(password(page)).toHaveAttribute('type', 'password')
  await expect(page.getByRole('button', { name: 'Login con código QR' })).toBeVisible()
  await expectAccessibleInBoth()

  await page.getByRole('link', { name: 'Sign up' }).click()
  await expect(page).toHaveURL('/register')
  await expect(page.getByText('Choose a unique username')).toBeVisible()
  await expect(page.getByText('At least 8 characters')).toBeVisible()
  await expect(page.getByText(/clicking Register .* Terms of Service and Privacy Policy/)).toBeVisible()
  await expect(page.getByLabel('Birthday')).toHaveAttribute('type', 'date')
  await expectAccessibleInBoth()
  await page.getByRole('link', { name: 'Sign in' }).click()
  await expect(page).toHaveURL('/login')
})

test('registering signs in at once @postgres @mobile @sizes', async ({ page, admin }) => {
  expect(admin.user.role).toBe('admin')
  const username = newName()
  await page.goto('/register')
  await fillRegistration(page, username)
  await page.getByRole('button', { name: 'Register' }).click()
  await expect(page).toHaveURL('/')
  await expect(page.evaluate(() => Object.keys(localStorage).sort())).resolves.toEqual(
    expect.arrayContaining(['auth_access_token', 'auth_refresh_token', 'auth_user']),
  )
})

test('what is wrong with a password is told before it is sent, in the words of the server @postgres', async ({
  page,
  request,
}) => {
  const username = newName()
  await page.goto('/register')
  await fillRegistration(page, username)
  const sent: string[] = []
  page.on('request', (asked) => asked.method() === 'POST' && sent.push(asked.url()))
  for (const guessable of ['98765432', 'AnaRuiz99', 'short']) {
    const profile = { username, email: `${username}@example.com`, name: 'Ana', surname: 'Ruiz', birthday: null }
    const reply = await request.post('/auth/register', { data: { ...profile, password: guessable } })
    expect(reply.status()).toBe(400)
    await password(page).fill('')
    await password(page).pressSequentially(guessable)
    await page.getByRole('textbox', { name: 'Repeat password' }).focus()
    await expect(page.getByText(((await reply.json()) as { error: string }).error)).toBeVisible()
  }
  await expect(page.getByText('Passwords do not match')).toBeVisible()
  await password(page).fill(PASSWORD)
  await expect(page.getByRole('alert')).toHaveCount(0)
  expect(sent).toEqual([])
})

test('a refused registration shows the reason in red under the form', async ({ page, member }) => {
  await page.goto('/register')
  await fillRegistration(page, member.user.username.toUpperCase())
  await page.getByRole('button', { name: 'Register' }).click()
  const alert = page.getByRole('alert')
  await expect(alert).toBeVisible()
  const [red, green, blue] = await alert.evaluate((element) => {
    const canvas = new OffscreenCanvas(1, 1).getContext('2d')
    if (!canvas) return [0, 0, 0]
    canvas.fillStyle = getComputedStyle(element).color
    canvas.fillRect(0, 0, 1, 1)
    return [...canvas.getImageData(0, 0, 1, 1).data]
  })
  expect(red).toBeGreaterThan(2 * Math.max(green ?? 0, blue ?? 0))
})

test('a wrong password is told inline; by keyboard alone one gets in and back to where one wanted to go', async ({
  page,
  member,
}) => {
  await page.goto('/settings')
  await expect(page).toHaveURL('/login')
  await expect(page.getByLabel('Email')).toBeFocused()
  await page.keyboard.type(member.user.email.toUpperCase())
  await page.keyboard.press('Tab')
  await page.keyboard.type('not this one')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toHaveText('Credenciales incorrectas')
  await expect(password(page)).toBeFocused()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type(member.password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/settings')
})

test('who is signed in is led away from the sign-in and the registration', async ({ page, member, signIn }) => {
  await signIn(member)
  for (const path of ['/login', '/register']) {
    await page.goto(path)
    await expect(page).toHaveURL('/')
  }
})

test('F5 state.from stays in the app', async ({ page, member, baseURL }) => {
  const asked: string[] = []
  page.on('request', (request) => request.isNavigationRequest() && asked.push(new URL(request.url()).origin))
  await page.goto('/login')
  for (const from of ['//evil.test', '/\\evil.test', 'https:evil.test', 'https://evil.test/', 'javascript:alert(1)']) {
    await page.evaluate((pathname) => history.replaceState({ usr: { from: { pathname } }, key: 'forged' }, ''), from)
    await page.reload()
    await login(page, member.user.email, member.password)
    await expect(page, from).toHaveURL('/')
    await logOut(page, member.user.username)
    await expect(page).toHaveURL('/login')
  }
  expect(new Set(asked)).toEqual(new Set([baseURL]))
})

async function logOut(page: Page, username: string) {
  const menu = page.getByRole('button', { name: `Account menu of ${username}` })
  if (!(await menu.isVisible())) await page.getByRole('button', { name: 'Toggle sidebar' }).click()
  await menu.click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
}

test('C13 logging out ends the session on the server', async ({ page, member, request }) => {
  await page.goto('/login')
  await login(page, member.user.email, member.password)
  await expect(page).toHaveURL('/')
  const tokens = await page.evaluate(() => ({
    access: localStorage.getItem('auth_access_token'),
    refresh: localStorage.getItem('auth_refresh_token'),
  }))
  const ended = page.waitForResponse('**/auth/logout')
  await logOut(page, member.user.username)
  await expect(page).toHaveURL('/login')
  await ended
  const me = await request.get('/auth/me', { headers: { authorization: `Bearer ${tokens.access}` } })
  expect(me.status()).toBe(401)
  const refreshed = await request.post('/auth/refresh', { data: { refreshToken: tokens.refresh } })
  expect(refreshed.status()).toBe(401)
})

test('C13 logging out without a network clears the three keys', async ({ page, context, member, signIn }) => {
  await signIn(member)
  await page.goto('/settings')
  await page.getByRole('radio', { name: 'Dark' }).click()
  await context.setOffline(true)
  await logOut(page, member.user.username)
  await expect(page).toHaveURL('/login')
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual(['vite-ui-theme'])
})
