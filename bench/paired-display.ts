import type { ChildProcess } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'
import { displays } from '@atalaya/contract/displays'
import { apiOf } from '@atalaya/testbed/api'
import { readShortCode } from '@atalaya/testbed/waiting-screen'
import type { Page } from '@playwright/test'
import { makeTenPages, startAgent } from './board-seed.ts'
import { callApi, launch, registerFirst } from './browser.ts'
import { speedUp } from './faster.ts'
import { startProduct } from './programs.ts'

/** The page of a browser that is a display of a server. `stop` ends both. */
export type PairedDisplay = { page: Page; stop: () => Promise<void> }

/** Seconds of a page: at sixty times the speed it stays for one second, and slides for half of it. */
const TURN_S = 60
/** Shortest interval at which an agent can report. */
const REPORT_EVERY_S = 1
/** Measurements that a widget draws at most; memory is steady from there on. */
const SAMPLES_MAX = 60

/**
 * Starts a server and a browser, and pairs them as a person does, with ten pages of eight widgets. The browser's time
 * then runs `rate` times as fast.
 */
export async function startPairedDisplay(rate: number): Promise<PairedDisplay> {
  const children: ChildProcess[] = []
  const product = await startProduct()
  const { url } = product
  const account = await registerFirst(url)
  const { accessToken } = account.tokens
  const agentId = await startAgent(url, account, 'this machine', children)
  if (rate > 1) {
    const commandBody = { command: 'set-interval', agentId, args: { seconds: REPORT_EVERY_S } }
    await callApi(`${url}/api/v1/agents/command`, 'POST', commandBody, accessToken)
  }
  const pageIds = await makeTenPages(url, account, agentId)

  // Ctrl+C ends a soak after its report is whole, not the browser under it.
  const browser = await launch({ handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false })
  const page = await browser.newPage({ viewport: { width: 1024, height: 600 } })
  await page.goto(`${url}/display`)
  const code = await readShortCode(page)
  const entries = pageIds.map((pageId) => ({ pageId, seconds: TURN_S, hours: null }))
  const body = { code, name: 'By the stairs', place: '', tags: [], zone: 'Europe/Madrid', entries }
  await apiOf(url, accessToken)(displays.pair, { body })
  await page.getByText('CPU').first().waitFor()
  if (rate > 1) {
    await delay(SAMPLES_MAX * REPORT_EVERY_S * 1000)
    await page.addInitScript(speedUp, rate)
    await page.reload()
    await page.getByText('CPU').first().waitFor()
  }

  async function stop() {
    await browser.close()
    for (const child of children) child.kill()
    await product.stop()
  }
  return { page, stop }
}
