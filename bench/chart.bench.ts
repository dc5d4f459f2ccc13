// `node bench/chart.bench.ts` after `npm run build`: a chart of 10,000 points, though the server never answers so many.
import type { Page } from '@playwright/test'
import { callApi, launch, registerFirst, signIn } from './browser.ts'
import { median } from './measured.ts'
import { startProduct } from './programs.ts'
import { storeResults } from './results.ts'
import { tasksOf, traceWhile } from './trace.ts'

const POINTS = 10_000
const ROUNDS = 15
const FRAME_MS = 16
/** Time for a frame and its follow-up work. */
const SETTLE_FOR_MS = 150

/** Telemetry of one metric that was measured all the time, with a minimum and a maximum in each step. */
function telemetryResponse(): object {
  const avg = Array.from({ length: POINTS }, (_, n) => 50 + 30 * Math.sin(n / 200) + ((n * 7919) % 13))
  const min = avg.map((value) => value - 5)
  const max = avg.map((value) => Math.min(100, value + 5))
  const stepMs = 1000
  const series = [{ metric: 'cpu.percent', min, avg, max }]
  const from = Date.now() - POINTS * stepMs
  return { from, stepMs, tier: 'raw', counts: avg.map(() => 1), series, metrics: ['cpu.percent'] }
}

const product = await startProduct()
const account = await registerFirst(product.url)
const { agent } = await callApi(`${product.url}/api/v1/agents`, 'POST', { name: 'busy' }, account.tokens.accessToken)
const browser = await launch()
const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
await signIn(context, account)
const page = await context.newPage()
await page.route('**/telemetry?*', async (route) => {
  const response = await route.fetch()
  await route.fulfill({ response, json: { ...(await response.json()), data: telemetryResponse() } })
})
await page.goto(`${product.url}/agents/${(agent as { agentId: string }).agentId}`)
const plot = page.getByRole('slider', { name: 'CPU over time' })
await plot.locator('path[stroke-width="1.75"]').waitFor()
const session = await context.newCDPSession(page)

/** Longest task of the page's main thread while `act` runs, in ms; one for each round. */
async function longestTasks(act: (page: Page, round: number) => Promise<unknown>): Promise<number[]> {
  const longestMs: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const events = await traceWhile(session, async () => {
      await act(page, round)
      await page.waitForTimeout(SETTLE_FOR_MS)
    })
    longestMs.push(Math.max(...tasksOf(events).map(({ whole }) => whole)))
  }
  return longestMs
}

const resizeMs = await longestTasks((chartPage, round) =>
  chartPage.setViewportSize({ width: 1400 + 2 * round, height: 900 }),
)
const ranges = ['15 minutes', '6 hours', '24 hours', 'hour']
const arriveMs = await longestTasks((chartPage, round) =>
  chartPage.getByRole('radio', { name: `Last ${ranges[round % ranges.length]}`, exact: true }).click(),
)
const box = await plot.boundingBox()
if (!box) throw new Error('There is no chart')
const moveMs = await longestTasks((chartPage, round) =>
  chartPage.mouse.move(box.x + 80 + (round / ROUNDS) * (box.width - 100), box.y + box.height / 2),
)
await browser.close()
await product.stop()

const name = `a chart of ${POINTS.toLocaleString('en')} points`
const figure = (what: string, times: number[]) => ({
  name: `${name}, ${what}`,
  value: median(times),
  limit: FRAME_MS,
  unit: 'ms',
})
for (const times of [resizeMs, arriveMs, moveMs]) console.log(times.map((ms) => ms.toFixed(1)).join(' '))
storeResults('chart', {
  figures: [
    figure('drawn at another width: longest task', resizeMs),
    figure('drawn when it arrives: longest task', arriveMs),
    figure('read with the cursor: longest task', moveMs),
  ],
})
