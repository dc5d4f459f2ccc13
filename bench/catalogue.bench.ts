// `node bench/catalogue.bench.ts` after `npm run build`: the marketplace with 500 modules, and an index of 500, on a
// slow processor.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { clockArchive } from '@atalaya/testbed/module-archives'
import type { Page } from '@playwright/test'
import { launch, openSlowSession, registerFirst, signIn, THROTTLE } from './browser.ts'
import { followIndex } from './offered.ts'
import { startProduct } from './programs.ts'
import { storeResults } from './results.ts'
import { longestPress, tasksOf, traceWhile, watchPresses } from './trace.ts'

const MODULES = 500
const CATEGORIES = ['agents', 'communications', 'entertainment', 'home', 'money', 'news', 'utilities', 'weather']
const PAUSE_MS = 250
const PICTURE =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 3"><circle cx="2" cy="1.5" r="1" fill="teal"/></svg>'
const FORM = '{"type":"object","properties":{"city":{"type":"string"}}}'

/** Makes a data folder with packages to install; every other one has a picture and a form. */
function makeFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'atalaya-bench-catalogue-'))
  mkdirSync(path.join(folder, 'modules'))
  for (let number = 0; number < MODULES; number += 1) {
    const fields = {
      id: `module-${number}`,
      name: `Module ${number}`,
      description: `Purpose of number ${number}, in a sentence or two that somebody reads before adding it.`,
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
async function scrollDownAndBack(page: Page) {
  await page.mouse.move(700, 500)
  for (const direction of [1, -1]) {
    for (let turn = 0; turn < 100; turn += 1) {
      await page.mouse.wheel(0, direction * 160)
      await page.waitForTimeout(16)
    }
  }
}

/** Narrows a list down by letters, and opens it up again. */
async function typeAndClear(page: Page, letters: string) {
  for (const key of [...letters, ...Array.from(letters, () => 'Backspace')]) {
    await page.keyboard.press(key === ' ' ? 'Space' : key)
    await page.waitForTimeout(PAUSE_MS)
  }
}

const DATA_DIR = makeFolder()
const product = await startProduct({ DATA_DIR, ALLOW_PRIVATE_HOSTS: '127.0.0.1' })
const browser = await launch()
const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
const account = await registerFirst(product.url)
await followIndex(product.url, account.tokens.accessToken, MODULES)
await signIn(context, account)

/** Measures scrolling and searching in a list. `open` opens it and returns the label of its search field. */
async function measure(list: string, letters: string, open: (page: Page) => Promise<string>) {
  const page = await context.newPage()
  await page.goto(`${product.url}/marketplace`)
  const searchLabel = await open(page)
  const session = await openSlowSession(page)
  await watchPresses(page)
  const longest = async (act: (page: Page) => Promise<void>) => {
    const work = tasksOf(await traceWhile(session, () => act(page)))
    return Math.round(Math.max(...work.map(({ ours }) => ours)))
  }
  const scrolling = await longest(scrollDownAndBack)
  await page.getByRole('searchbox', { name: searchLabel }).focus()
  const typeLetters = () => typeAndClear(page, letters)
  // The first typing counts for the presses but not for the tasks, because the browser still compiles the code.
  await typeLetters()
  const typing = await longest(typeLetters)
  const press = await longestPress(page)
  await page.close()
  const task = (action: string) => `${list} of ${MODULES}, longest task of ours, ${action}, CPU ÷ ${THROTTLE}`
  return [
    { name: task('scrolling'), value: scrolling, limit: 50, unit: 'ms' },
    { name: task('typing'), value: typing, limit: 50, unit: 'ms' },
    { name: `${list} of ${MODULES}, press to next paint, longest`, value: press, limit: 200, unit: 'ms' },
  ]
}

const figures = [
  ...(await measure('marketplace', 'module 1', async (page) => {
    await page.getByText(/^5\d\d results$/).waitFor()
    await page.getByText(`50 of ${MODULES} shown`).waitFor()
    return 'Search by name'
  })),
  ...(await measure('index', 'offered 1', async (page) => {
    await page.getByRole('tab', { name: 'From the index' }).click()
    await page.getByText(`${MODULES} results`, { exact: true }).waitFor()
    await page.getByRole('listitem', { name: 'Offered 0' }).waitFor()
    return 'Search the indexes...'
  })),
]
await browser.close()
await product.stop()
rmSync(DATA_DIR, { recursive: true })
storeResults('catalogue', { figures })
