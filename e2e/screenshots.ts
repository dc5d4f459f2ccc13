// `npm run screenshots`: takes the pictures of README and docs from the demo.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { dashboard } from '@atalaya/contract/dashboard'
import { displays } from '@atalaya/contract/displays'
import { readShortCode } from '@atalaya/testbed/waiting-screen'
import { type Browser, chromium, type Page } from '@playwright/test'
import { PASSWORD } from '../scripts/demo/people.ts'
import { serveDemo } from '../scripts/demo/serve.ts'
import { visitorAt } from '../scripts/demo/visitor.ts'
import { root } from '../scripts/lib/workspaces.ts'
import { ensureBuilt, ensureInstalled, runOrExplain } from '../scripts/product/prepare.ts'
import { findChromium } from '../scripts/tests/programs.ts'

const QUALITY = 82
const screens = {
  desktop: { width: 1440, height: 900 },
  panel: { width: 1024, height: 600 },
  phone: { width: 390, height: 844 },
}

type Shot = {
  name: string
  screen: keyof typeof screens
  themes: ('light' | 'dark')[]
  open(page: Page): Promise<unknown>
}

const openPath = (address: string) => (page: Page) => page.goto(address)
const agentPage = async (page: Page) => {
  await page.goto('/agents')
  await page.getByPlaceholder('Search by ID or name...').fill('garage-nas')
  await page.waitForURL(/query=/)
  await page.getByRole('link', { name: /attic-pi/ }).waitFor({ state: 'hidden' })
  await page.getByRole('link', { name: /garage-nas/ }).click()
  await page.getByRole('radio', { name: 'Last 24 hours' }).click()
  await page.getByRole('radio', { name: 'Last 24 hours', checked: true }).waitFor()
}

/** Pairs the screen as one more display of Marina, who is signed in. */
async function becomeDisplay(page: Page) {
  await page.goto('/display')
  const code = await readShortCode(page)
  const call = await visitorAt(new URL(page.url()).origin, 'marina')
  const { pages } = await call(dashboard.list, {})
  const entries = ['Kitchen wall', 'Machines'].map((name) => ({
    pageId: pages.find((page) => page.name === name)?._id ?? null,
    seconds: 600,
    hours: null,
  }))
  await call(displays.pair, { body: { code, name: 'Panel', zone: 'Europe/Madrid', entries } })
  await page.getByRole('article').first().waitFor()
}

const shots: Shot[] = [
  { name: 'home', screen: 'desktop', themes: ['light'], open: openPath('/') },
  { name: 'dashboard', screen: 'desktop', themes: ['light', 'dark'], open: openPath('/dashboard') },
  { name: 'agents', screen: 'desktop', themes: ['light', 'dark'], open: openPath('/admin/agents') },
  { name: 'agent', screen: 'desktop', themes: ['dark'], open: agentPage },
  { name: 'marketplace', screen: 'desktop', themes: ['light'], open: openPath('/marketplace') },
  { name: 'users', screen: 'desktop', themes: ['light'], open: openPath('/admin/users') },
  { name: 'displays', screen: 'desktop', themes: ['light', 'dark'], open: openPath('/displays') },
  { name: 'display', screen: 'panel', themes: ['dark', 'light'], open: becomeDisplay },
  { name: 'phone', screen: 'phone', themes: ['dark'], open: agentPage },
]

async function signIn(page: Page): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('Email').fill('marina@demo.example')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await page.waitForURL('/')
}

/** Waits until fonts, images and the data of the screen are loaded. */
async function settle(page: Page): Promise<void> {
  await page.waitForFunction(() => document.querySelectorAll('[role=status][aria-label^=Loading]').length === 0)
  await page.evaluate(async () => {
    await document.fonts.ready
    await Promise.all([...document.images].map((image) => image.decode().catch(() => undefined)))
  })
  // Widgets get their first data over a stream without an end. The page can't know when it has all.
  await page.waitForTimeout(2500)
}

async function take(browser: Browser, baseURL: string, { name, screen, themes, open }: Shot): Promise<void> {
  for (const theme of themes) {
    const isPhone = screen === 'phone'
    const context = await browser.newContext({
      baseURL,
      viewport: screens[screen],
      colorScheme: theme,
      locale: 'en-GB',
      timezoneId: 'Europe/Madrid',
      reducedMotion: 'reduce',
      isMobile: isPhone,
      hasTouch: isPhone,
    })
    const page = await context.newPage()
    await signIn(page)
    await open(page)
    await settle(page)
    const session = await context.newCDPSession(page)
    const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: QUALITY })
    const picture = Buffer.from(data, 'base64')
    const file = `${name}${themes.length > 1 ? `-${theme}` : ''}.webp`
    writeFileSync(path.join(root, 'docs/images', file), picture)
    console.log(`${file}: ${Math.ceil(picture.length / 1024)} KB`)
    await context.close()
  }
}

await runOrExplain(async () => {
  await ensureInstalled(root)
  await ensureBuilt(root)
  const folder = mkdtempSync(path.join(tmpdir(), 'atalaya-pictures-'))
  const demo = await serveDemo({ folder: path.join(folder, 'data'), port: 0 })
  const args = ['--no-sandbox', '--disable-dev-shm-usage', '--disable-background-networking']
  const browser = await chromium.launch({ executablePath: findChromium(), args })
  try {
    for (const shot of shots) await take(browser, demo.url, shot)
  } finally {
    await browser.close()
    await demo.close()
    rmSync(folder, { recursive: true, force: true })
  }
})
