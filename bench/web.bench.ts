// `node bench/web.bench.ts` after `npm run build`: the costs of the web client for a browser, and the time until it can
// be used.
import type { ChildProcess } from 'node:child_process'
import type { Browser, BrowserContext, Page } from '@playwright/test'
import { startBareSite } from './bare-site.ts'
import { makeFullPage, startAgent } from './board-seed.ts'
import { launch, openSlowSession, registerFirst, signIn, THROTTLE } from './browser.ts'
import { type Figure, median } from './measured.ts'
import { startProduct } from './programs.ts'
import { storeResults } from './results.ts'
import { usableBesideFloor } from './usable.ts'

const ROUNDS = 5

/** `sign` shows that a screen is drawn. `limit` is the KB of script that it may load, without the board's modules. */
const SCREENS = [
  { name: 'sign-in', path: '/login', sign: 'form', limit: 85 },
  { name: 'home', path: '/', sign: '[aria-labelledby="personal-summary"]', limit: 150 },
  { name: 'display', path: '/client', sign: 'article', limit: 120 },
  { name: 'board editor', path: '/dashboard', sign: 'article', limit: 170 },
]
/** Script of a module: built from its folder `src`, and named after that. */
const OF_MODULE = /\/assets\/src-/

type Prepare = (context: BrowserContext) => Promise<unknown>

/** KB with one decimal. */
const kilobytes = (bytes: number) => Math.round(bytes / 102.4) / 10

/** Compressed bytes of every script that a page loads until the network is quiet; and of the largest. */
async function measureScripts(page: Page, url: string, sign: string) {
  const session = await page.context().newCDPSession(page)
  const headers = new Map<string, number>()
  const sizes: number[] = []
  await session.send('Network.enable')
  session.on('Network.responseReceived', ({ requestId, type, response }) => {
    if (type === 'Script' && !OF_MODULE.test(response.url)) headers.set(requestId, response.encodedDataLength)
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const head = headers.get(requestId)
    if (head !== undefined) sizes.push(encodedDataLength - head)
  })
  await page.goto(url)
  // The live stream stays open, so the network as a whole is never idle. This waits for the page's own signs.
  await page.locator(sign).first().waitFor()
  await page.waitForTimeout(1000)
  await session.detach()
  return { files: sizes.length, total: sizes.reduce((sum, size) => sum + size, 0), largest: Math.max(...sizes) }
}

async function measureUncachedScripts(browser: Browser, url: string, sign: string, prepare?: Prepare) {
  const context = await browser.newContext()
  await prepare?.(context)
  const scripts = await measureScripts(await context.newPage(), url, sign)
  await context.close()
  return scripts
}

/** Time from the click on a link, pointed at before, to the first frame with the new page's title. */
async function routeChange(page: Page, link: string, title: string): Promise<number> {
  await page.getByRole('link', { name: link, exact: true }).hover()
  // A person takes this long from pointing to clicking; the page is fetched meanwhile.
  await page.waitForTimeout(300)
  return page.evaluate(
    ([name, expectedTitle]) =>
      new Promise<number>((resolve) => {
        const anchor = [...document.querySelectorAll('a')].find((element) => element.textContent === name)
        const started = performance.now()
        const check = () => {
          if (document.querySelector('header h1')?.textContent === expectedTitle) resolve(performance.now() - started)
          else requestAnimationFrame(check)
        }
        anchor?.click()
        requestAnimationFrame(check)
      }),
    [link, title] as const,
  )
}

async function medianRouteChange(browser: Browser, url: string, prepare: Prepare) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  await prepare(context)
  const page = await context.newPage()
  await page.goto(url)
  await page.getByRole('link', { name: 'Home', exact: true }).waitFor()
  await openSlowSession(page)
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    times.push(await routeChange(page, 'Users', 'Users'))
    times.push(await routeChange(page, 'Home', 'Home'))
  }
  await context.close()
  return median(times)
}

const children: ChildProcess[] = []
const product = await startProduct()
const bare = await startBareSite()
const account = await registerFirst(product.url)
await makeFullPage(product.url, account, await startAgent(product.url, account, 'this machine', children))
const prepare = (context: BrowserContext) => signIn(context, account)
const browser = await launch()
const bareLogin = await measureUncachedScripts(browser, `${bare.url}/login`, 'form')
const figures: Figure[] = []
for (const { name, path, sign, limit } of SCREENS) {
  const signedIn = path === '/login' ? undefined : prepare
  const { files, total, largest } = await measureUncachedScripts(browser, `${product.url}${path}`, sign, signedIn)
  figures.push(
    { name: `${name}, script`, value: kilobytes(total), limit, unit: 'KB' },
    { name: `${name}, script requests`, value: files, limit: path === '/login' ? 10 : 20, unit: 'files' },
    { name: `${name}, largest script`, value: kilobytes(largest), limit: 120, unit: 'KB' },
  )
}
const routeChangeMs = await medianRouteChange(browser, `${product.url}/`, prepare)
await browser.close()
const usable = await usableBesideFloor(product.url, bare.url, account)
for (const child of children) child.kill()
await Promise.all([product.stop(), bare.stop()])

storeResults('web', {
  figures: [
    {
      name: 'floor (React, a router and the form), script',
      value: kilobytes(bareLogin.total),
      limit: null,
      unit: 'KB',
    },
    ...figures,
    ...usable,
    {
      name: `route change to its frame, CPU ÷ ${THROTTLE}, median`,
      value: Math.round(routeChangeMs),
      limit: 100,
      unit: 'ms',
    },
  ],
})
