import { dashboard } from '@atalaya/contract/dashboard'
import { showingAt } from '@atalaya/contract/display-playlist'
import { displayScreen } from '@atalaya/contract/display-screen'
import { type OwnDisplay, REPORT_MS } from '@atalaya/contract/displays'
import { programVersion } from '@atalaya/contract/program-version'
import { apiOf } from '@atalaya/testbed/api'
import product from '../../package.json' with { type: 'json' }
import type { DemoDisplay } from './displays.ts'
import { inTurns } from './in-turns.ts'

const SECOND_MS = 1000
const MEGABYTE = 2 ** 20
/** Number of reports for which memory grows, by a megabyte each, before it falls back. */
const MEMORY_STEPS = 7

type Setup = { url: string; token: string; display: DemoDisplay }

/** Simulated screen of a display: reports its state as a real one does, and draws nothing. */
export function createSimulatedScreen({ url, token, display: { name, width, height, memoryMb } }: Setup) {
  const call = apiOf(url, token)
  const screen = `simulated-${name.toLowerCase().replaceAll(' ', '-')}`
  let reports = 0
  let timer: NodeJS.Timeout | undefined
  let reporting: Promise<void> = Promise.resolve()

  async function report(): Promise<void> {
    const { display, at } = await call(displayScreen.self, {})
    const { pages } = await call(dashboard.list, {})
    const pageId = pageIdAt(display, new Set(pages.map(({ _id }) => _id)), Date.parse(at))
    const memoryBytes = (memoryMb + (reports++ % MEMORY_STEPS)) * MEGABYTE
    const state = { pageId, version: await versionAt(url), width, height, memoryBytes, stillMs: 0 }
    await call(displayScreen.report, { body: { screen, report: state } })
  }

  return {
    /** Sends one report. */
    report,
    /** Reports at the interval of a real display; stops at the first failed call, such as after its removal. */
    async start(): Promise<void> {
      await report()
      timer = setInterval(() => {
        reporting = report().catch(() => clearInterval(timer))
      }, REPORT_MS)
    },
    async stop(): Promise<void> {
      clearInterval(timer)
      await reporting
    },
  }
}

function pageIdAt({ entries, zone, event, alertPageId }: OwnDisplay, pageIds: Set<string>, at: number): string | null {
  const until = event && { pageId: event.pageId, until: Date.parse(event.until) }
  const { turns } = showingAt({ entries, pageIds, zone, event: until, alertPageId }, at)
  return turns.length === 0 ? null : inTurns(turns, ({ seconds }) => seconds * SECOND_MS, at).item.pageId
}

/** The version of the program that a screen would run. */
async function versionAt(url: string): Promise<string> {
  const page = await (await fetch(`${url}/display`)).text()
  return programVersion(product.version, /<script type="module"[^>]* src="([^"]+)"/.exec(page)?.[1] ?? null)
}
