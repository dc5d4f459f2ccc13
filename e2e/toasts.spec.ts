import type { Page } from '@playwright/test'
import { birthday } from './birthday.ts'
import { expect, test } from './fixtures.ts'

const visible = '[data-sonner-toast][data-visible=true]'

/** Makes toasts by the button of the birthday, which does nothing else under reduced motion. */
async function makeToasts(page: Page, times: number) {
  for (let time = 0; time < times; time += 1) {
    await page.getByRole('button', { name: 'Happy Birthday, Nora!' }).click()
    // The first one waits for its code too, however long that takes.
    const count = async () => {
      await page.clock.runFor(50)
      return await page.locator('[data-sonner-toast]').count()
    }
    await expect.poll(count).toBe(time + 1)
  }
}

test.use({ contextOptions: { reducedMotion: 'reduce' } })

test('toasts have their size and duration, pause on hover, and can be swiped away', async ({
  page,
  newAccount,
  signIn,
}) => {
  await page.clock.install()
  await signIn(await newAccount({ name: 'Nora', birthday }))
  await page.goto('/settings')
  await expect(page.getByRole('button', { name: 'Happy Birthday, Nora!' })).toBeVisible()
  // Stops the clock: from here only the test advances it.
  await page.clock.pauseAt(Date.now() + 60_000)
  const toast = page.locator('[data-sonner-toast]')

  await test.step('up to 3 are visible, 356 px wide, 14 px apart, for 4000 ms', async () => {
    await makeToasts(page, 4)
    await expect(page.locator(visible)).toHaveCount(3)
    await page.clock.runFor(400)
    const first = page.locator(visible).first()
    expect((await first.boundingBox())?.width).toBeCloseTo(356)
    await expect(page.locator('[data-sonner-toaster]')).toHaveCSS('--gap', '14px')
    await page.clock.runFor(3_000)
    await expect(page.locator(visible)).toHaveCount(3)
    await page.clock.runFor(1_500)
    await expect(page.locator('[data-sonner-toast]')).toHaveCount(0)
  })

  await test.step('hover and a hidden tab pause toasts', async () => {
    await makeToasts(page, 1)
    await toast.hover()
    await page.clock.runFor(10_000)
    await expect(toast).toBeVisible()
    await page.mouse.move(0, 0)

    const setHidden = (hidden: boolean) =>
      page.evaluate((value) => {
        Object.defineProperty(document, 'hidden', { value, configurable: true })
        document.dispatchEvent(new Event('visibilitychange'))
      }, hidden)
    await setHidden(true)
    await page.clock.runFor(10_000)
    await expect(toast).toBeVisible()
    await setHidden(false)
    await page.clock.runFor(5_000)
    await expect(toast).toHaveCount(0)
  })

  await test.step('a swipe of 45 px dismisses a toast, a shorter one does not', async () => {
    await makeToasts(page, 1)
    // Waits for the final position: the toast slides in during the first moments.
    await page.clock.runFor(500)
    const box = await toast.boundingBox()
    if (!box) throw new Error('the toast has no place')
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
    const drag = async (distance: number) => {
      await page.mouse.move(x, y)
      await page.mouse.down()
      // Slowly, because a fast flick dismisses the toast at any distance.
      await page.clock.runFor(1_000)
      await page.mouse.move(x, y + distance, { steps: 5 })
      await page.mouse.up()
    }
    await drag(40)
    await page.clock.runFor(500)
    await expect(toast).toBeVisible()
    await drag(50)
    await page.clock.runFor(500)
    await expect(toast).toHaveCount(0)
  })
})
