// `node bench/web.bench.ts` after `npm run build`: what the web client costs a browser, and how soon it shows.
import type { Browser, BrowserContext, Page } from '@playwright/test'
import { startBareSite } from './bare-site.ts'
import { launch, registerFirst, signIn, slowed, THROTTLE } from './browser.ts'
import { type Figure, median } from './measured.ts'
import { startProduct } from './programs.ts'
import { keep } from './results.ts'

const ROUNDS = 5

const READY = 'form, [aria-label="Personal Summary"], [aria-labelledby="personal-summary"]'

type Prepare = (context: BrowserContext) => Promise<unknown>

const kilobytes = (bytes: number) => Math.round(bytes / 102.4) / 10

/** Compressed bytes of every script that a page loads until the network is quiet; and of the largest. */
async function scripts(page: Page, url: string) {
  const session = await page.context().newCDPSession(page)
  const headers = new Map<string, number>()
  const sizes: number[] = []
  await session.send('Network.enable')
  session.on('Network.responseReceived', ({ requestId, type, response }) => {
    if (type === 'Script') headers.set(requestId, response.encodedDataLength)
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const head = headers.get(requestId)
    if (head !== undefined) sizes.push(encodedDataLength - head)
  })
  await page.goto(url)
  // The live stream stays open, so the network as a whole is never idle: the page's own signs are waited for.
  await page.locator(READY).first().waitFor()
  await page.waitForTimeout(1000)
  await session.detach()
  return { total: sizes.reduce((sum, size) => sum + size, 0), largest: Math.max(...sizes) }
}

async function freshScripts(browser: Browser, url: string, prepare?: Prepare) {
  const context = await browser.newContext()
  await prepare?.(context)
  const found = await scripts(await context.newPage(), url)
  await context.close()
  return found
}

/** When the largest thing of a page that nobody has seen before is painted, in ms: median of the rounds. */
async function largestPaint(browser: Browser, url: string, prepare?: Prepare): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
    await prepare?.(context)
    const page = await context.newPage()
    await slowed(page)
    await page.goto(url)
    await page.locator(READY).first().waitFor()
    await page.waitForTimeout(1000)
    times.push(
      await page.evaluate(
        () =>
          new Promise<number>((resolve) => {
            const told = (list: PerformanceObserverEntryList) =>
              resolve(list.getEntries().at(-1)?.startTime ?? Number.NaN)
            new PerformanceObserver(told).observe({ type: 'largest-contentful-paint', buffered: true })
          }),
      ),
    )
    await context.close()
  }
  return median(times)
}

/** From the click on a link, pointed at before, to the first frame that shows the new page's title. */
async function routeFrame(page: Page, link: string, title: string): Promise<number> {
  await page.getByRole('link', { name: link, exact: true }).hover()
  // A person takes this long from pointing to clicking; the page is fetched meanwhile.
  await page.waitForTimeout(300)
  return page.evaluate(
    ([name, wanted]) =>
      new Promise<number>((resolve) => {
        const anchor = [...document.querySelectorAll('a')].find((it) => it.textContent === name)
        const started = performance.now()
        const look = () => {
          if (document.querySelector('header h1')?.textContent === wanted) resolve(performance.now() - started)
          else requestAnimationFrame(look)
        }
        anchor?.click()
        requestAnimationFrame(look)
      }),
    [link, title] as const,
  )
}

async function routeFrames(browser: Browser, url: string, prepare: Prepare) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  await prepare(context)
  const page = await context.newPage()
  await page.goto(url)
  await page.getByRole('link', { name: 'Home', exact: true }).waitFor()
  await slowed(page)
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    times.push(await routeFrame(page, 'Users', 'Users'))
    times.push(await routeFrame(page, 'Home', 'Home'))
  }
  await context.close()
  return median(times)
}

const product = await startProduct()
const bare = await startBareSite()
const browser = await launch()
const bareLogin = await freshScripts(browser, `${bare.url}/login`)
const login = await freshScripts(browser, `${product.url}/login`)
const account = await registerFirst(product.url)
const prepare = (context: BrowserContext) => signIn(context, account)
const home = await freshScripts(browser, `${product.url}/`, prepare)
const paints = {
  bare: await largestPaint(browser, `${bare.url}/login`),
  login: await largestPaint(browser, `${product.url}/login`),
  home: await largestPaint(browser, `${product.url}/`, prepare),
}
const frame = await routeFrames(browser, `${product.url}/`, prepare)
await browser.close()
await Promise.all([product.stop(), bare.stop()])

const figures: Figure[] = [
  { name: 'sign-in page, script', value: kilobytes(login.total), limit: kilobytes(bareLogin.total * 1.6), unit: 'KB' },
  { name: 'home, script', value: kilobytes(home.total), limit: 200, unit: 'KB' },
  { name: 'largest chunk', value: kilobytes(Math.max(login.largest, home.largest)), limit: 120, unit: 'KB' },
  { name: `sign-in page, largest paint, CPU ÷ ${THROTTLE}`, value: Math.round(paints.login), limit: 2500, unit: 'ms' },
  { name: `the bare sign-in page's`, value: Math.round(paints.bare), limit: null, unit: 'ms' },
  { name: `home, largest paint, CPU ÷ ${THROTTLE}`, value: Math.round(paints.home), limit: 2500, unit: 'ms' },
  { name: `route change to its frame, CPU ÷ ${THROTTLE}, median`, value: Math.round(frame), limit: 100, unit: 'ms' },
]
console.log(
  `bare React + router + form: ${kilobytes(bareLogin.total)} KB; ours is ${(login.total / bareLogin.total).toFixed(2)} times that`,
)
keep('web', { figures })
