import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from '@playwright/test'

/**
 * Menus and hints float at the end of the body, outside of landmarks. A rule of habit forbids that, and WCAG does not.
 */
const FLOATING = /^region: <div data-radix-(popper|select)/
/** The rules that read colours. All others find the same in each theme. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block']
const OPTIONS = { resultTypes: ['violations' as const] }

type Violation = { id: string; nodes: { html: string }[] }
type WithAxe = { axe?: { run(part: string | Document, options: object): Promise<{ violations: Violation[] }> } }

/** Waits for the end of all animations: half-faded colours have less contrast than they will. */
async function settle() {
  // The page learns of another theme with a frame, and begins to fade with the next.
  for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame)
  // Folded-up elements don't animate: waiting for them would last until they are opened.
  const isSeen = ({ effect }: Animation) => effect instanceof KeyframeEffect && effect.target?.checkVisibility()
  const ends = ({ effect }: Animation) => effect?.getComputedTiming().endTime !== Infinity
  const moving = document.getAnimations().filter((one) => isSeen(one) && ends(one))
  await Promise.allSettled(moving.map(({ finished }) => finished))
}

/** Runs the axe that an earlier look has left in the page: to bring it costs three times what a look does. */
async function lookAgain(page: Page, part: string | undefined, options: object): Promise<Violation[] | undefined> {
  if (page.frames().length > 1) return undefined
  return page.evaluate(
    async ([within, how]) => {
      const found = await (window as WithAxe).axe?.run(within ?? document, how)
      return found?.violations
    },
    [part, options] as const,
  )
}

async function look(page: Page, part: string | undefined): Promise<Violation[]> {
  // A page without frames is judged in place, in a quarter of the time that gathering takes.
  const axe = new AxeBuilder({ page }).setLegacyMode(page.frames().length === 1)
  if (part) axe.include(part)
  return (await axe.options(OPTIONS).analyze()).violations
}

async function expectNone(page: Page, part: string | undefined, rules: object): Promise<void> {
  await page.evaluate(settle)
  const violations = (await lookAgain(page, part, { ...OPTIONS, ...rules })) ?? (await look(page, part))
  const found = violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html}`))
  expect(found.filter((finding) => !FLOATING.test(finding))).toEqual([])
}

/** Fails if axe finds anything on the page as it stands, or in a part of it. */
export const expectAccessibleOn = (page: Page, part?: string): Promise<void> => expectNone(page, part, {})

/** The same in the light theme and in the dark one, which must be the system's own. */
export async function expectAccessibleInBothOn(page: Page, part?: string): Promise<void> {
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectNone(page, part, {})
  await page.emulateMedia({ colorScheme: 'light' })
  await expectNone(page, part, { runOnly: OF_COLOURS })
}
