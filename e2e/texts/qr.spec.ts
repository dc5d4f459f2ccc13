import type { Page } from '@playwright/test'
import { readQr } from '../qr-picture.ts'
import { password } from '../sign-in-form.ts'
import { breakResponseBodies, expect, failWithoutMessage, openFailing, walk } from './walk.ts'

const picture = (page: Page) => page.getByRole('img', { name: 'QR code to sign in on this device' })

async function authenticate(page: Page, username: string, secret: string) {
  await page.getByLabel('Username or email').fill(username)
  await password(page).fill(secret)
  await page.getByRole('button', { name: 'Authenticate' }).click()
}

// `walk` also fails for every listed text that was never shown.
walk(
  'both devices of a QR sign-in show its steps and its errors',
  async ({ page, otherPage: other, member, expectAccessibleInBothThemes }) => {
    await page.clock.install()
    await failWithoutMessage(page, 'POST', '**/auth/qr/generate')
    await page.goto('/login?view=qr')
    await expect(page.getByRole('alert')).toHaveText('Error generando código QR')
    await breakResponseBodies(page, '/auth/qr/generate')
    await page.getByRole('button', { name: 'Try Again' }).click()
    await expect(page.getByRole('alert')).toHaveText('Error desconocido')

    await page.reload()
    await expect(page.getByText('Scan the QR code with your mobile device')).toBeVisible()
    const old = await readQr(picture(page))
    await page.clock.runFor(121_000)
    await expect(page.getByText('The QR code has expired. Generate a new one.')).toBeVisible()
    await expectAccessibleInBothThemes()
    await page.getByRole('button', { name: 'New QR' }).click()
    await expect(page.getByText('Scan the QR code with your mobile device')).toBeVisible()
    const link = await readQr(picture(page))
    expect(link).not.toBe(old)

    await other.goto('/qr-login')
    await expect(other.getByRole('alert')).toHaveText('Invalid QR code')
    await other.goto(old)
    await expect(other.getByText('Generate a new QR code from the main device')).toBeVisible()
    await expectAccessibleInBothThemes(other)
    await other.getByRole('link', { name: 'Go Back Home' }).click()
    await expect(other).toHaveURL('/login')
    const failing = await openFailing(other, link, { unreadable: '/auth/qr/status' })
    await expect(failing.getByRole('alert')).toHaveText('Error verificando código QR')
    await failWithoutMessage(other, 'GET', '**/auth/qr/status/*')
    await other.goto(link)
    await expect(other.getByRole('alert')).toHaveText('Error verificando estado del QR')
    await failWithoutMessage(other, 'POST', '**/auth/qr/scan')
    await other.reload()
    await expect(other.getByRole('alert')).toHaveText('Error escaneando código QR')

    await other.reload()
    await authenticate(other, member.user.username, 'not this one')
    await expect(other.getByRole('alert')).toHaveText('Credenciales incorrectas')
    await expect(page.getByText('QR code scanned. Enter your credentials on the mobile device')).toBeVisible()
    await breakResponseBodies(other, '/auth/qr/authenticate')
    await other.getByRole('button', { name: 'Authenticate' }).click()
    await expect(other.getByRole('alert')).toHaveText('Authentication error')
    await other.reload()
    await authenticate(other, member.user.username, member.password)
    // Both show a success message too briefly to assert; `walk` checks at the end that it was shown.
    for (const device of [page, other]) await expect(device).toHaveURL('/')
  },
)
