// Processor time for judging a fleet by 20 alert rules for a minute: on both databases, with 100, 1,000 and 10,000
// agents.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { AlertRuleInput } from '@atalaya/contract/alert-rules'
import { createAlerts } from '../apps/server/src/compose/alerts.ts'
import { createRepos, transactionsOn } from '../apps/server/src/compose/repos.ts'
import { settings } from '../apps/server/src/config.ts'
import { openDatabase } from '../apps/server/src/db/open.ts'
// For its types only: the routes of alerts use properties that it adds to Fastify's requests.
import type {} from '../apps/server/src/http/server.ts'
import { createNewestMinutes } from '../apps/server/src/telemetry/newest-minutes.ts'
import { type Database, databases } from './databases.ts'
import { type Growth, median } from './measured.ts'
import { storeResults } from './results.ts'
import { KEY, seed } from './seed.ts'

const FACTORS = [1, 10, 100]
const AGENTS = 100
const GOAL_MS = 1000
const MINUTES = 5
const MINUTE_MS = 60_000
const EVALUATED_EVERY_MS = 10_000
const COMMON_FIELDS: Pick<
  AlertRuleInput,
  'isOn' | 'reach' | 'severity' | 'selector' | 'forS' | 'clear' | 'escalation'
> = {
  isOn: true,
  reach: 'fleet',
  severity: 'warning',
  selector: { tags: ['bench'] },
  escalation: [],
  forS: 300,
  clear: { forS: 60 },
}
/** Rules as in a usual fleet: most are about numbers, each beyond its bound on one machine of fifty. */
const rules: AlertRuleInput[] = [
  ...Array.from({ length: 15 }, (_, n) => ({
    ...COMMON_FIELDS,
    name: `Number ${n}`,
    condition: {
      kind: 'metric' as const,
      metric: `metric.${String(n % 12).padStart(2, '0')}`,
      is: 'above' as const,
      value: 98,
    },
  })),
  { ...COMMON_FIELDS, name: 'Offline', condition: { kind: 'status', status: 'offline' } },
  { ...COMMON_FIELDS, name: 'Degraded', condition: { kind: 'status', status: 'degraded' } },
  { ...COMMON_FIELDS, name: 'Silent', condition: { kind: 'silent', afterS: 600 } },
  { ...COMMON_FIELDS, name: 'Failed', condition: { kind: 'commandFailed', withinS: 3600 } },
  { ...COMMON_FIELDS, name: 'Outdated', condition: { kind: 'outdated' } },
]

const unused = {} as never
/** Pseudo-random numbers from 0 to 100, the same in each run (MINSTD). */
function* numbers(): Generator<number> {
  for (let seed = 1; ; seed = (seed * 48_271) % 2_147_483_647) yield (seed % 10_000) / 100
}

/** Judges a fleet. Returns the processor time of each minute in ms, without that of the database. */
async function judge(database: Database, agents: number): Promise<number[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'atalaya-alerts-'))
  const environment = { ...(await database.fresh()), DATA_DIR: folder, ...KEY }
  await seed(environment, { users: 20, agents, samples: 1, audit: 1, commands: agents })
  const db = await openDatabase(settings.parse(environment))
  let clock = Date.now()
  const now = () => clock
  const [repos, tx] = [createRepos(db, now), transactionsOn(db, now)]
  const minutes = createNewestMinutes({ metricNamesOf: repos.rollups.metricNamesOf, now })
  const { watch } = createAlerts({
    repos,
    tx,
    live: { emit: () => {} } as never,
    limits: unused,
    agents: { findOutdated: async () => [] } as never,
    minutes,
    runExclusive: (_job, work) => work().then(() => true),
    faults: unused,
    times: { judgeGraceMs: 0 },
    now,
  })
  // One agent in a hundred stays offline.
  await db
    .updateTable('agents')
    .set({ status: 'online' })
    .where('ref', '>', agents / 100)
    .execute()
  for (const [n, rule] of rules.entries()) {
    await repos.alertRules.insert({ id: `rule ${n}`, ownerId: null, author: 'bench', rule, now: clock })
  }
  const [metricSet] = await db.selectFrom('metric_sets').select(['id', 'names']).limit(1).execute()
  const names: string[] = JSON.parse(metricSet?.names ?? '[]')
  const setId = metricSet?.id ?? 0
  const random = numbers()
  const minutesMs: number[] = []
  for (let minute = 0; minute <= MINUTES; minute += 1) {
    const at = Math.floor(clock / MINUTE_MS) * MINUTE_MS
    clock = at + MINUTE_MS + 5000
    const bucket = () => ({ count: 4, min: [], max: [], avg: names.map(() => random.next().value as number) })
    minutes.add(
      { stepMs: MINUTE_MS },
      Array.from({ length: agents }, (_, n) => ({ ref: n + 1, step: 60, at, setId, bucket: bucket() })),
    )
    const before = process.cpuUsage()
    for (let poll = 0; poll < MINUTE_MS / EVALUATED_EVERY_MS; poll += 1) {
      await watch()
      // Half an interval, so that the clock stays within the minute.
      clock += EVALUATED_EVERY_MS / 2
    }
    const { user, system } = process.cpuUsage(before)
    // The first minute warms up.
    if (minute > 0) minutesMs.push((user + system) / 1000)
  }
  await db.destroy()
  rmSync(folder, { recursive: true, force: true })
  return minutesMs
}

const growth: Growth[] = []
const figures = []
for await (const database of databases()) {
  const ms: number[] = []
  for (const factor of FACTORS) ms.push(median(await judge(database, AGENTS * factor)))
  console.log(database.name, ms.map((time) => time.toFixed(1)).join(' '))
  growth.push({ call: 'A fleet judged by 20 rules for a minute', rows: 'agents', database: database.name, ms })
  const value = ms.at(-1) ?? Number.NaN
  const name = `10,000 agents judged by 20 rules, ${database.name}: processor time a minute`
  figures.push({ name, value, limit: GOAL_MS, unit: 'ms' })
}
storeResults('alerts', { figures, growth })
