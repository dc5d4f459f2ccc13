import path from 'node:path'
import type { BrowserContext, Page } from '@playwright/test'
import { texts } from '../../apps/web/src/testing/texts/list.ts'
import { test as base, expect } from '../fixtures.ts'
import { watchShownTexts } from './shown-texts.ts'

export { expect }

/** Walks are long; on a busy machine they take minutes. */
const WALK_MS = 240_000

type Fixtures = {
  /** All texts seen so far; a walk adds those that it got from the API itself. */
  shownTexts: Set<string>
  /** A second browser, whose texts count too. */
  otherPage: Page
}

/** Test that also fails at its end for each listed text of its file that was never shown. */
export const walk = base.extend<Fixtures>({
  shownTexts: [
    async ({ context }, use, info) => {
      info.setTimeout(WALK_MS)
      const shownTexts = await watchShownTexts(context)
      await use(shownTexts)
      const lines = texts.filter((line) => line.walk === path.basename(info.file, '.spec.ts'))
      const unseen = () => lines.filter(({ pattern }) => ![...shownTexts].some((text) => pattern.test(text)))
      await expect.poll(() => unseen().map(({ text }) => text), 'texts that were not seen').toEqual([])
    },
    { auto: true },
  ],
  otherPage: async ({ browser, baseURL, extraHTTPHeaders, shownTexts }, use) => {
    const other = await browser.newContext({ baseURL, extraHTTPHeaders })
    const otherShownTexts = await watchShownTexts(other)
    await use(await other.newPage())
    await other.close()
    for (const text of otherShownTexts) shownTexts.add(text)
  },
})

type Target = Page | BrowserContext

/** Makes the next call of a kind fail without a message: status 200, but `success: false`. */
export async function failWithoutMessage(target: Target, verb: 'GET' | 'POST', url: string) {
  let isDone = false
  await target.route(url, async (route, request) => {
    if (isDone || request.method() !== verb) return route.fallback()
    isDone = true
    await route.fulfill({ json: { success: false } })
  })
}

/** Runs in the page. Reading further responses from matching URLs rejects, with a reason that is no error. */
function breakBodies(urlPart: string) {
  const { text } = Response.prototype
  Response.prototype.text = function (this: Response) {
    return this.url.includes(urlPart) ? Promise.reject('unreadable') : text.call(this)
  }
}

export const breakResponseBodies = (page: Page, urlPart: string) => page.evaluate(breakBodies, urlPart)

/** Opens a new tab in which a call always fails, not once: a query is tried three times before it gives up. */
export async function openFailing(
  page: Page,
  path: string,
  fails: { withoutMessage: string } | { unreadable: string },
) {
  const tab = await page.context().newPage()
  if ('unreadable' in fails) await tab.addInitScript(breakBodies, fails.unreadable)
  else await tab.route(fails.withoutMessage, (route) => route.fulfill({ json: { success: false } }))
  await tab.goto(path)
  return tab
}
