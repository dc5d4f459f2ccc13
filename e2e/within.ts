import { expect, type Page } from '@playwright/test'

/**
 * Goes to another screen of the program that runs, as its links do: to load it again, and axe with it, costs more than
 * most screens. Waits until the screen is there, which its title shows: it must be another one than that of before.
 */
export async function goWithin(page: Page, path: string): Promise<void> {
  const before = await page.title()
  await page.evaluate((address) => {
    history.pushState(null, '', address)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)
  await expect(page).not.toHaveTitle(before)
}
