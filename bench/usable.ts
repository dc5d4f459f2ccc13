import type { BrowserContextOptions, CDPSession, Page } from '@playwright/test'
import { type Account, launch, signIn, THROTTLE } from './browser.ts'
import { type Figure, median } from './measured.ts'

const ROUNDS = 3
const LATENCY_MS = 150
/** A new browser loads some hundred scripts of its own, on the same two cores, for about a second. */
const SETTLE_FOR_MS = 2_500
/** 1.6 Mbit/s, in bytes a second. */
const THROUGHPUT = 200_000

type Condition = {
  name: string
  isJudged: boolean
  apply: (session: CDPSession) => Promise<void>
  device: BrowserContextOptions
}
/** A screen, usable once `sign` (a CSS selector) is found. `limit` is its allowed time as a multiple of the floor's. */
type Screen = { name: string; path: string; sign: string; limit: number; isSignedIn: boolean }

const slowProcessor = async (session: CDPSession) => {
  await session.send('Emulation.setCPUThrottlingRate', { rate: THROTTLE })
}

const slowNetwork = async (session: CDPSession) => {
  const line = { latency: LATENCY_MS, downloadThroughput: THROUGHPUT, uploadThroughput: THROUGHPUT }
  await session.send('Network.emulateNetworkConditions', { offline: false, ...line })
}

const DESK = { viewport: { width: 1440, height: 900 } }
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 3, isMobile: true, hasTouch: true }

const CONDITIONS: Condition[] = [
  { name: 'no throttle', isJudged: true, apply: async () => {}, device: DESK },
  { name: '150 ms and 1.6 Mbit/s', isJudged: true, apply: slowNetwork, device: DESK },
  { name: `CPU ÷ ${THROTTLE}`, isJudged: true, apply: slowProcessor, device: DESK },
  {
    name: 'phone, both',
    isJudged: false,
    apply: async (session) => {
      await slowNetwork(session)
      await slowProcessor(session)
    },
    device: PHONE,
  },
]

/** The bare sign-in page of `bare-site.ts`. */
const FLOOR: Screen = { name: 'floor', path: '/login', sign: 'form', limit: 1, isSignedIn: false }
const BOARD = { sign: 'article dl, article meter, article [role=meter], article p', isSignedIn: true }
const SCREENS: Screen[] = [
  { name: 'sign-in', path: '/login', sign: 'form', limit: 1.5, isSignedIn: false },
  // The line under the greeting says how the agents are, so it comes with them.
  { name: 'home', path: '/', sign: 'main h2 + div p', limit: 2.2, isSignedIn: true },
  { name: 'agents', path: '/agents', sign: 'main li a[href^="/agents/"]', limit: 2.2, isSignedIn: true },
  { name: 'display', path: '/client', limit: 2.2, ...BOARD },
  { name: 'board editor', path: '/dashboard', limit: 2.6, ...BOARD },
]

declare global {
  interface Window {
    usableAt?: number
  }
}

/** Records the first frame that has the sign while the program is alive, not only its drawn picture. */
const recordUsable = (sign: string) => {
  const check = () => {
    const isLive = document.readyState !== 'loading' && !document.querySelector('#root[data-drawn]')
    if (isLive && document.querySelector(sign)) window.usableAt = performance.now()
    else requestAnimationFrame(check)
  }
  requestAnimationFrame(check)
}

/** Milliseconds from opening the address to a usable screen, in a browser with an empty cache. */
async function usableAfter(url: string, { path, sign, isSignedIn }: Screen, condition: Condition, account: Account) {
  const browser = await launch()
  const context = await browser.newContext(condition.device)
  if (isSignedIn) await signIn(context, account)
  await context.addInitScript(recordUsable, sign)
  const page: Page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  await condition.apply(session)
  await page.waitForTimeout(SETTLE_FOR_MS)
  await page.goto(`${url}${path}`, { waitUntil: 'commit' })
  const handle = await page.waitForFunction(() => window.usableAt)
  const time = Number(await handle.jsonValue())
  await browser.close()
  return time
}

/** Times until each screen can be used, as multiples of the floor page's time, measured in alternating rounds. */
export async function usableBesideFloor(product: string, floor: string, account: Account): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const condition of CONDITIONS) {
    const floors: number[] = []
    const ratios = new Map<Screen, number[]>(SCREENS.map((screen) => [screen, []]))
    for (let round = 0; round < ROUNDS; round += 1) {
      const floorMs = await usableAfter(floor, FLOOR, condition, account)
      floors.push(floorMs)
      for (const [screen, screenRatios] of ratios)
        screenRatios.push((await usableAfter(product, screen, condition, account)) / floorMs)
    }
    figures.push({ name: `floor page usable, ${condition.name}`, value: median(floors), limit: null, unit: 'ms' })
    for (const [{ name, limit }, screenRatios] of ratios)
      figures.push({
        name: `${name} usable, ${condition.name}`,
        value: Math.round(median(screenRatios) * 100) / 100,
        limit: condition.isJudged ? limit : null,
        unit: '× the floor',
      })
  }
  return figures
}
