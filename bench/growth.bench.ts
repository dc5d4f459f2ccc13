// Costs of hot calls on 1, 10 and 100 times the data, on both databases.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Database, databases } from './databases.ts'
import { ratesOf, requestWork, type Work } from './load.ts'
import { type Growth, median } from './measured.ts'
import { type Program, startProduct } from './programs.ts'
import { storeResults } from './results.ts'
import { type Amounts, KEY, seed, TOKENS } from './seed.ts'

const FACTORS = [1, 10, 100]
const ROUNDS = 3
const SECONDS = 0.3
/** Number of concurrent requests. */
const WIDTH = 4
const baseAmounts: Amounts = { users: 20, agents: 100, samples: 200, audit: 1000, commands: 1000 }
const HOUR_MS = 3_600_000

const range = (hours: number) => {
  const [from, to] = [Date.now() - hours * HOUR_MS, Date.now()].map((at) => new Date(at).toISOString())
  return `/api/v1/agents/agent-2/telemetry?from=${from}&to=${to}`
}

type Call = { call: string; rows: string; path: string; token?: string }

const calls: Call[] = [
  { call: 'Agents, first page', rows: 'agents', path: '/api/v1/agents' },
  { call: 'Agents, fifth page', rows: 'agents', path: '/api/v1/agents?page=5' },
  { call: 'Agents, search that finds one', rows: 'agents', path: '/api/v1/agents?query=machine%2099' },
  { call: 'Agents, search that finds all', rows: 'agents', path: '/api/v1/agents?query=machine' },
  { call: 'My agents', rows: 'agents', path: '/api/v1/agents?owner=me', token: TOKENS.owner },
  { call: 'An agent', rows: 'agents', path: '/api/v1/agents/agent-7' },
  { call: 'Totals of the fleet', rows: 'agents', path: '/api/v1/stats' },
  { call: 'Newest record of each agent (at most 500)', rows: 'agents, records', path: '/api/v1/data/latest' },
  { call: 'Records of an agent', rows: 'agents, records', path: '/api/v1/agents/agent-2/data' },
  { call: 'Chart, one hour', rows: 'agents, samples', path: range(1) },
  { call: 'Chart, a day', rows: 'agents, rollups', path: range(24) },
  { call: 'Commands of an agent', rows: 'commands', path: '/api/v1/agents/agent-1/commands' },
  { call: 'A command with its steps', rows: 'commands', path: '/api/v1/commands/command-77' },
  { call: 'Accounts (all of them)', rows: 'accounts', path: '/api/v1/users' },
  { call: 'Audit, newest', rows: 'audit', path: '/api/v1/audit' },
  { call: 'Audit, of one account', rows: 'audit', path: '/api/v1/audit?userId=user-3' },
  { call: 'Audit, an old page', rows: 'audit', path: '/api/v1/audit?before=1000000200' },
  { call: 'Pages with their widgets', rows: 'accounts, pages', path: '/api/v1/dashboard/pages' },
  { call: 'My sessions', rows: 'sessions', path: '/auth/sessions' },
]

type Seeded = { server: Program; folder: string }

async function startSeeded(database: Database, factor: number): Promise<Seeded> {
  const folder = mkdtempSync(path.join(tmpdir(), 'atalaya-growth-'))
  const settings = { ...(await database.fresh()), DATA_DIR: folder, ...KEY }
  const { samples, ...amounts } = baseAmounts
  const grown = Object.fromEntries(Object.entries(amounts).map(([name, amount]) => [name, amount * factor]))
  await seed(settings, { ...(grown as typeof amounts), samples })
  return { server: await startProduct(settings), folder }
}

/** Times for all sizes of data, measured in turns, so that a busy moment affects each of them. */
async function timesOf(works: Work[]): Promise<number[]> {
  const rounds: number[][] = works.map(() => [])
  // The first round warms up.
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [n, work] of works.entries()) {
      const { perCpuSecond } = await ratesOf(work, SECONDS)
      if (round > 0) rounds[n]?.push(1000 / perCpuSecond)
    }
  }
  return rounds.map(median)
}

async function growthOn(database: Database): Promise<Growth[]> {
  const seeded: Seeded[] = []
  for (const factor of FACTORS) {
    console.log(`Filling ${database.name} with ${factor} times the data …`)
    seeded.push(await startSeeded(database, factor))
  }
  const results: Growth[] = []
  for (const { call, rows, path: address, token = TOKENS.admin } of calls) {
    const works = seeded.map(({ server }) => {
      const repeated = { url: `${server.url}${address}`, headers: { authorization: `Bearer ${token}` } }
      return requestWork(() => [server.pid, ...database.pids()], repeated, WIDTH)
    })
    results.push({ call, rows, database: database.name, ms: await timesOf(works) })
    console.log(
      call,
      results
        .at(-1)
        ?.ms.map((ms) => ms.toFixed(2))
        .join(' '),
    )
    for (const work of works) work.close()
  }
  for (const { server, folder } of seeded) {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  return results
}

const growth: Growth[] = []
for await (const database of databases()) growth.push(...(await growthOn(database)))
storeResults('growth', { growth })
