// `node bench/catalogue.bench.ts` after `npm run build`: the marketplace with 500 modules, on a slow processor.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { clockArchive } from '@atalaya/testbed/module-archives'
import type { Page } from '@playwright/test'
import { launch, registerFirst, signIn, slowed, THROTTLE } from './browser.ts'
import { startProduct } from './programs.ts'
import { keep } from './results.ts'
import { longestPress, tasks, traced, watchPresses } from './trace.ts'

const MODULES = 500
const CATEGORIES = ['agents', 'communications', 'entertainment', 'home', 'money', 'news', 'utilities', 'weather']
const PAUSE_MS = 250
const PICTURE =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 3"><circle cx="2" cy="1.5" r="1" fill="teal"/></svg>'
const FORM = '{"type":"object","properties":{"city":{"type":"string"}}}'

/** Data folder with that many packages to install; every other one has a picture and a form. */
function makeFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'atalaya-bench-catalogue-'))
  mkdirSync(path.join(folder, 'modules'))
  for (let number = 0; number < MODULES; number += 1) {
    const fields = {
      id: `module-${number}`,
      name: `Module ${number}`,
      description: `What number ${number} is for, in a sentence or two that somebody reads before adding it.`,
      category: CATEGORIES[number % CATEGORIES.length],
      size: { width: (number % 4) + 1, height: (number % 5) + 1 },
    }
    const isRich = number % 2 === 0
    const files = { 'preview.svg': PICTURE, 'config.schema.json': FORM }
    const archive = isRich
      ? clockArchive({ ...fields, preview: 'preview.svg', configSchema: 'config.schema.json' }, files)
      : clockArchive(fields)
    writeFileSync(path.join(folder, 'modules', `${fields.id}.tgz`), archive)
  }
  return folder
}

/** Down and back, ten thousand pixels a second. */
async function scrollAbout(page: Page) {
  await page.mouse.move(700, 500)
  for (const way of [1, -1]) {
    for (let turn = 0; turn < 100; turn += 1) {
      await page.mouse.wheel(0, way * 160)
      await page.waitForTimeout(16)
    }
  }
}

/** Narrows the catalogue down by letters, and opens it up again. */
async function typeAbout(page: Page) {
  for (const key of [...'module 1', ...Array.from('module 1', () => 'Backspace')]) {
    await page.keyboard.press(key === ' ' ? 'Space' : key)
    await page.waitForTimeout(PAUSE_MS)
  }
}

const DATA_DIR = makeFolder()
const product = await startProduct({ DATA_DIR })
const browser = await launch()
const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
await signIn(context, await registerFirst(product.url))
const page = await context.newPage()
await page.goto(`${product.url}/marketplace`)
await page.getByText(/^5\d\d results$/).waitFor()
await page.getByText(`50 of ${MODULES} shown`).waitFor()
const session = await slowed(page)
await watchPresses(page)
const longest = async (act: (page: Page) => Promise<void>) => {
  const work = tasks(await traced(session, () => act(page)))
  return Math.round(Math.max(...work.map(({ ours }) => ours)))
}
const scrolling = await longest(scrollAbout)
await page.getByRole('searchbox', { name: 'Search by name' }).focus()
// The first letters count for a person's wait, but not for the tasks: the browser compiles the code in them.
await typeAbout(page)
const typing = await longest(typeAbout)
const press = await longestPress(page)
await browser.close()
await product.stop()
rmSync(DATA_DIR, { recursive: true })

const figures = [
  {
    name: `marketplace of 500, longest task of ours, scrolling, CPU ÷ ${THROTTLE}`,
    value: scrolling,
    limit: 50,
    unit: 'ms',
  },
  { name: `marketplace of 500, longest task of ours, typing, CPU ÷ ${THROTTLE}`, value: typing, limit: 50, unit: 'ms' },
  { name: 'marketplace of 500, press to next paint, longest', value: press, limit: 200, unit: 'ms' },
]
keep('catalogue', { figures })
