import type { Locator, Page } from '@playwright/test'

/** The field of the password itself, not the button that shows it. */
export const password = (page: Page | Locator) => page.getByRole('textbox', { name: 'Password', exact: true })

/** Fills the sign-in screen in and sends it. */
export async function login(page: Page, email: string, secret: string) {
  await page.getByLabel('Email').fill(email)
  await password(page).fill(secret)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
}
