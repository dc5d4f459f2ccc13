import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { agents } from '@atalaya/contract/agents'
import { integrations } from '@atalaya/contract/integrations'
import { createApp } from '../../apps/server/src/compose/app.ts'
import { settings } from '../../apps/server/src/config.ts'
import { createClock } from './clock.ts'
import { demoDisplays } from './displays.ts'
import { machines } from './machines.ts'
import { measurements } from './measure.ts'
import { type Outside, startOutside } from './outside.ts'
import { pointWidgets } from './pages.ts'
import { startSimulatedAgent } from './simulated-agent.ts'
import { createSimulatedScreen } from './simulated-screen.ts'
import { FIRST_DAY, playStory, type SimulatedTokens } from './story.ts'
import { type Visitor, visitorAt } from './visitor.ts'

const DAY_MS = 24 * 60 * 60_000
/** Tokens of simulated agents and screens. The file marks a complete folder. */
const TOKENS = 'simulated.json'
const NOTICE = 'Demo: everything on these pages is made up'

type Options = { folder: string; port: number; historyDays?: number }

/** Serves the demo out of a folder of its own. Makes it if the folder is empty or was not finished. */
export async function serveDemo({ folder, port, historyDays = 7 }: Options) {
  const file = path.join(folder, TOKENS)
  if (!existsSync(file)) rmSync(folder, { recursive: true, force: true })
  const outside = await startOutside()
  const clock = createClock()
  clock.goBackTo(existsSync(file) ? 0 : FIRST_DAY)
  // The settings come from here alone: neither the environment nor `.env` may lead to another database.
  const demoSettings = { DATA_DIR: folder, TRUST_PROXY: '127.0.0.1', LOG_LEVEL: 'fatal', NOTICE }
  const { app } = await createApp(settings.parse({ ...demoSettings, ...outside.settings }), clock.now)
  const url = await app.listen({ host: '127.0.0.1', port })

  if (!existsSync(file)) {
    writeFileSync(file, JSON.stringify(await playStory({ url, clock, outside, historyDays })), { mode: 0o600 })
  }
  const storedTokens = JSON.parse(readFileSync(file, 'utf8')) as SimulatedTokens
  const [tokens, screenTokens] = [new Map(storedTokens.agents), new Map(storedTokens.screens)]
  const marina = await visitorAt(url, 'marina')
  await pointWidgets(marina, outside)
  await connectSpotify(marina, url, outside)
  const fleet = await Promise.all(machines.filter(({ isOffline }) => !isOffline).map(connectAgent))
  const screens = demoDisplays
    .filter(({ offlineDaysAgo }) => offlineDaysAgo === null)
    .map((display) => createSimulatedScreen({ url, token: screenTokens.get(display.name) ?? '', display }))
  // A visitor of the demo may have removed a display.
  await Promise.allSettled(screens.map((screen) => screen.start()))

  /** Connects the agent of a machine, and sends its measurements since its last connection. */
  async function connectAgent(machine: (typeof machines)[number]) {
    const token = tokens.get(machine.name) ?? ''
    const agent = await startSimulatedAgent({ url, token, machine, now: clock.now })
    await agent.send(measurements(machine, await lastMeasured(marina, machine.name), clock.now(), clock.now()))
    return agent
  }

  /** Time of the machine's newest sample, in ms; the beginning of its history if there is none. */
  async function lastMeasured(call: Visitor, name: string): Promise<number> {
    const historyStart = clock.now() - historyDays * DAY_MS
    const result = await call(agents.list, { query: { page: 1, pageSize: 1, query: name } })
    const id = result.agents[0]?.agentId ?? ''
    const { records } = await call(agents.records, { params: { id }, query: { page: 1, pageSize: 2 } })
    return Math.max(historyStart, ...records.map(({ createdAt }) => Date.parse(createdAt) + 1))
  }

  return {
    url,
    async close(): Promise<void> {
      await Promise.all([...fleet, ...screens].map((client) => client.stop()))
      await app.close()
      await outside.stop()
    },
  }
}

async function connectSpotify(call: Visitor, url: string, { spotify }: Outside): Promise<void> {
  const { authorizeUrl } = await call(integrations.startSpotify, { body: { origin: url } })
  const callbackUrl = await spotify.agree(authorizeUrl)
  const [code, state] = [callbackUrl.searchParams.get('code') ?? '', callbackUrl.searchParams.get('state') ?? '']
  await call(integrations.exchangeSpotify, { body: { code, state } })
}
