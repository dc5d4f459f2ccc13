// `node bench/drag.bench.ts` after `npm run build`: dragging on a page of 20 widgets, on a slow processor.
import type { ChildProcess } from 'node:child_process'
import type { Page } from '@playwright/test'
import { makeFullPage, startAgent } from './board-seed.ts'
import { launch, openSlowSession, registerFirst, signIn, THROTTLE } from './browser.ts'
import { startProduct } from './programs.ts'
import { storeResults } from './results.ts'
import { longestPress, tasksOf, traceWhile, watchPresses } from './trace.ts'

const FRAME_MS = 16
const STEPS = 90

/** Drags the first widget twice round the whole grid, and drops it at the right edge. */
async function dragInCircle(page: Page) {
  const grid = await page.getByRole('list', { name: 'Modules of this page' }).boundingBox()
  const handle = await page
    .getByRole('button', { name: /^Drag / })
    .first()
    .boundingBox()
  if (!grid || !handle) throw new Error('There is no grid to drag on')
  await page.mouse.move(handle.x + handle.width / 2, handle.y + handle.height / 2)
  await page.mouse.down()
  for (let step = 0; step < STEPS; step += 1) {
    const angle = (step / STEPS) * 4 * Math.PI
    const [x, y] = [0.5 + 0.45 * Math.cos(angle), 0.5 + 0.45 * Math.sin(angle)]
    await page.mouse.move(grid.x + x * grid.width, grid.y + y * grid.height)
    await page.waitForTimeout(FRAME_MS)
  }
  await page.mouse.up()
}

const children: ChildProcess[] = []
const product = await startProduct()
const account = await registerFirst(product.url)
await makeFullPage(product.url, account, await startAgent(product.url, account, 'this machine', children))
const browser = await launch()
const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
await signIn(context, account)
const page = await context.newPage()
await page.goto(`${product.url}/dashboard`)
await page
  .getByRole('button', { name: /^Drag / })
  .nth(19)
  .waitFor()
const session = await openSlowSession(page)
await dragInCircle(page)
await watchPresses(page)
const taskMs = tasksOf(await traceWhile(session, () => dragInCircle(page))).map(({ ours }) => ours)
await page
  .getByRole('button', { name: /^Drag / })
  .first()
  .focus()
for (const key of ['Enter', 'ArrowRight', 'ArrowDown', 'ArrowDown', 'ArrowLeft', 'Escape']) {
  await page.keyboard.press(key)
  await page.waitForTimeout(200)
}
const longestPressMs = await longestPress(page)
await browser.close()
for (const child of children) child.kill()
await product.stop()

const figures = [
  {
    name: `longest task of ours in a drag, CPU ÷ ${THROTTLE}`,
    value: Math.round(Math.max(...taskMs)),
    limit: 32,
    unit: 'ms',
  },
  { name: 'dragging by keyboard, press to next paint, longest', value: longestPressMs, limit: 100, unit: 'ms' },
]
console.log(
  `${taskMs.length} tasks; longest: ${taskMs
    .toSorted((a, b) => b - a)
    .slice(0, 5)
    .map(Math.round)
    .join(', ')} ms`,
)
storeResults('drag', { figures })
