import type { BrowserContext } from '@playwright/test'
import { watch } from '../../apps/web/src/testing/texts/watch.ts'

/** Collects what all pages of a browser show, however short. */
export async function watchShownTexts(context: BrowserContext): Promise<Set<string>> {
  const seen = new Set<string>()
  await context.exposeBinding('reportShownText', (_source, text: string) => {
    seen.add(text)
  })
  await context.addInitScript(watch)
  return seen
}
