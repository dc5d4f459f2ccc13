import { expect, type Page } from '@playwright/test'

/**
 * Goes to another screen of the running program, as its links do: loading the program and axe again costs more than
 * most screens. Waits for another title, so both screens must have different ones.
 */
export async function goWithin(page: Page, path: string): Promise<void> {
  const titleBefore = await page.title()
  await page.evaluate((address) => {
    history.pushState(null, '', address)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)
  await expect(page).not.toHaveTitle(titleBefore)
}
