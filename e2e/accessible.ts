import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from '@playwright/test'

/**
 * Menus and hints float at the end of the body, outside of landmarks. A best practice of axe forbids that, WCAG does
 * not.
 */
const FLOATING = /^region: <div data-radix-(popper|select)/
/** The rules that read colours. All others find the same in each theme. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']
/** The minified axe of the version that `AxeBuilder` uses. */
const AXE = readFileSync(
  createRequire(createRequire(import.meta.url).resolve('@axe-core/playwright')).resolve('axe-core/axe.min.js'),
  'utf8',
)
const OPTIONS = { resultTypes: ['violations' as const] }

type Violation = { id: string; nodes: { html: string }[] }
type WithAxe = { axe?: { run(part: string | Document, options: object): Promise<{ violations: Violation[] }> } }

/** Waits for the end of all animations: half-faded colours have less contrast than they will. */
async function settle() {
  // The page notices another theme in one frame, and begins to fade in the next.
  for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame)
  // Folded-up elements don't animate: waiting for them would last until they are opened.
  const isVisible = ({ effect }: Animation) => effect instanceof KeyframeEffect && effect.target?.checkVisibility()
  const hasEnd = ({ effect }: Animation) => effect?.getComputedTiming().endTime !== Infinity
  const moving = document.getAnimations().filter((animation) => isVisible(animation) && hasEnd(animation))
  await Promise.allSettled(moving.map(({ finished }) => finished))
}

/** Runs axe in the page, in which an earlier run may have left it. */
async function analyzeMainFrame(page: Page, part: string | undefined, options: object): Promise<Violation[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE)
  return page.evaluate(
    async ([within, options]) => {
      const found = await (window as WithAxe).axe?.run(within ?? document, options)
      if (!found) throw new Error('There is no axe in the page')
      return found.violations
    },
    [part, options] as const,
  )
}

/** Runs axe in all frames, which takes four times as long. */
async function analyzeAllFrames(page: Page, part: string | undefined, options: object): Promise<Violation[]> {
  const axe = new AxeBuilder({ page })
  if (part) axe.include(part)
  return (await axe.options(options).analyze()).violations
}

/** Waits for the page to be still, and runs axe. */
async function findFaults(page: Page, part: string | undefined, rules: object): Promise<string[]> {
  await page.evaluate(settle)
  const analyze = page.frames().length === 1 ? analyzeMainFrame : analyzeAllFrames
  const violations = await analyze(page, part, { ...OPTIONS, ...rules })
  const found = violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html}`))
  return found.filter((finding) => !FLOATING.test(finding))
}

async function expectNone(page: Page, part: string | undefined, rules: object): Promise<void> {
  const notices = page.locator('[data-sonner-toast][data-removed=false]')
  const countBefore = await notices.count()
  const found = await findFaults(page, part, rules)
  // A notice that faded away meanwhile had less contrast than before: look again without it.
  const hasFaded = found.length > 0 && (await notices.count()) < countBefore
  expect(hasFaded ? await findFaults(page, part, rules) : found).toEqual([])
}

/** Fails if axe finds anything on the page as it stands, or in a part of it. */
export const expectAccessibleOn = (page: Page, part?: string): Promise<void> => expectNone(page, part, {})

/** Checks the light and the dark theme; the page must follow the theme of the system. */
export async function expectAccessibleInBothThemesOn(page: Page, part?: string): Promise<void> {
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectNone(page, part, {})
  await page.emulateMedia({ colorScheme: 'light' })
  await expectNone(page, part, { runOnly: COLOUR_RULES })
}
