// `SOAK_MINUTES=30 node bench/display.bench.ts` after `npm run build`: the costs of /client for a browser that never
// closes it.
import type { ChildProcess } from 'node:child_process'
import type { CDPSession, Page } from '@playwright/test'
import { makeTenPages, startAgent } from './board-seed.ts'
import { launch, openSlowSession, registerFirst, signIn } from './browser.ts'
import { type PageMemory, readPageMemory } from './page-memory.ts'
import { startProduct } from './programs.ts'
import { storeResults } from './results.ts'

const MINUTES = Number(process.env.SOAK_MINUTES ?? 2)
const SAMPLES = 10
/**
 * Share of the run after which memory is compared. Bounded caches fill up until then. The page keeps 60 samples of each
 * agent, which takes ten minutes. The browser keeps 150 to 250 of each kind of its timings, and the machine code of hot
 * functions.
 */
const SETTLED_SHARE = 1 / 3
const PAGES = 10
const STEP_MS = 5_000
/** Share of the time without a person, so that the black clock shows, too. */
const IDLE = { from: 0.4, to: 0.65 }

type MemorySample = PageMemory & { minute: number }

async function sample(session: CDPSession, at: number): Promise<MemorySample> {
  const { heap, ...rest } = await readPageMemory(session)
  return { minute: Math.round(at * 10) / 10, heap: Math.round(heap * 10) / 10, ...rest }
}

/** Turns to the next page; from the last one back to the first. */
async function turnPage(page: Page) {
  // Ends the black clock, if it shows.
  await page.mouse.move(200, 100)
  await page.mouse.move(210, 100)
  const next = page.getByRole('button', { name: 'Next page' })
  if (await next.isEnabled()) await page.keyboard.press('ArrowRight')
  else for (let number = 1; number < PAGES; number += 1) await page.keyboard.press('ArrowLeft')
}

async function soak(page: Page, session: CDPSession): Promise<MemorySample[]> {
  const samples: MemorySample[] = []
  const started = Date.now()
  const minutes = () => (Date.now() - started) / 60_000
  while (minutes() < MINUTES) {
    if (minutes() >= (samples.length * MINUTES) / SAMPLES) {
      const now = await sample(session, minutes())
      samples.push(now)
      console.log(`${now.minute} min: heap ${now.heap} MB, ${now.nodes} nodes, ${now.listeners} listeners`)
    }
    const share = minutes() / MINUTES
    if (share < IDLE.from || share > IDLE.to) await turnPage(page)
    await page.waitForTimeout(STEP_MS)
  }
  samples.push(await sample(session, minutes()))
  return samples
}

const children: ChildProcess[] = []
const product = await startProduct()
const account = await registerFirst(product.url)
await makeTenPages(product.url, account, await startAgent(product.url, account, 'this machine', children))
const browser = await launch()
const context = await browser.newContext({ viewport: { width: 1024, height: 600 } })
await signIn(context, account)
const page = await context.newPage()
await page.goto(`${product.url}/client`)
await page.getByText('CPU').first().waitFor()
const session = await openSlowSession(page)
await session.send('Performance.enable')
// Turns through all pages before the first sample: loading is no leak.
for (let number = 0; number < 12; number += 1) {
  await turnPage(page)
  await page.waitForTimeout(500)
}
const samples = await soak(page, session)
await browser.close()
for (const child of children) child.kill()
await product.stop()

const first = samples.find(({ minute }) => minute >= MINUTES * SETTLED_SHARE) ?? { heap: Number.NaN, nodes: Number.NaN }
const last = samples.at(-1) ?? first
storeResults('display', {
  figures: [
    {
      name: 'display, 10 pages of 8 widgets, script heap',
      value: Math.max(...samples.map(({ heap }) => heap)),
      limit: 60,
      unit: 'MB',
    },
    {
      name: `display, heap after ${MINUTES} minutes`,
      value: last.heap,
      limit: Math.round(first.heap * 11) / 10,
      unit: 'MB',
    },
    {
      name: `display, nodes after ${MINUTES} minutes`,
      value: last.nodes,
      limit: Math.round(first.nodes * 1.1),
      unit: 'nodes',
    },
  ],
})
