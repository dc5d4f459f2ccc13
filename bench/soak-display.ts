import { makeTenPages } from './board-seed.ts'
import { type Account, callApi, launch, signIn } from './browser.ts'
import { account } from './swarm.ts'

/** Opens a display with ten pages about an agent, in a real browser that stays for a whole soak. */
export async function openDisplay(url: string, agentId: string): Promise<{ close: () => Promise<void> }> {
  const person = (await callApi(`${url}/auth/login`, 'POST', account)) as Account
  await makeTenPages(url, person, agentId)
  const browser = await launch()
  const context = await browser.newContext({ viewport: { width: 1024, height: 600 } })
  await signIn(context, person)
  const page = await context.newPage()
  await page.goto(`${url}/client`)
  await page.getByRole('button', { name: 'Next page' }).waitFor()
  return { close: () => browser.close() }
}
