import type { AlertPreview, AlertRuleInput } from '@atalaya/contract/alert-rules'
import { filterOfSelector } from '#server/agents/selector-filter.ts'
import type { Repos } from '#server/compose/repos.ts'
import { waitForFreeTurn } from '#server/domain/free-turn.ts'
import { decode } from '#server/telemetry/bucket.ts'
import { type Standing, step } from './machine.ts'
import { createNumberReader, judgeValue, type MetricCondition } from './numbers-judged.ts'

const DAY_MS = 24 * 60 * 60_000
const WEEK_MS = 7 * DAY_MS
/** Step of the finest rollup that is kept for a week. */
const STEP_MS = 10 * 60_000
/** Maximum of rollups read for an agent: a week of four sets of metrics. */
const BUCKETS_MAX = (WEEK_MS / STEP_MS) * 4
/** Maximum of agents whose numbers are examined, one after the other. */
const EXAMINED_MAX = 20
/** Maximum of the number of agents that the rule covers. */
const COUNTED_MAX = 100_000
/** Maximum of agents whose failed commands are counted, and of these commands. */
const AGENTS_MAX = 10_000
const FAILED_MAX = 5000

type Needs = {
  repo: {
    agents: Pick<Repos['agents'], 'countSome' | 'listLastSeen'>
    rollups: Pick<Repos['rollups'], 'bucketsOf' | 'metricNamesOf'>
    commandViews: Pick<Repos['commandViews'], 'failuresSince'>
  }
  now: () => number
}
type BucketRow = Awaited<ReturnType<Repos['rollups']['bucketsOf']>>[number]
type Times = Pick<AlertPreview, 'times' | 'onAgents'>

/** Simulates a rule over the last week of stored numbers. */
export function createPreview({ repo, now }: Needs) {
  /** Simulates the rule on the agents that reported most recently. */
  async function simulate(refs: number[], timesOf: (rows: BucketRow[]) => Promise<number>): Promise<Times> {
    const timesByAgent: number[] = []
    for (const ref of refs) {
      const cursor = { ref, at: now() - WEEK_MS, setId: 0 }
      timesByAgent.push(await timesOf(await repo.rollups.bucketsOf([cursor], STEP_MS / 1000, now(), BUCKETS_MAX)))
      await waitForFreeTurn()
    }
    return {
      times: timesByAgent.reduce((sum, times) => sum + times, 0),
      onAgents: timesByAgent.filter((times) => times > 0).length,
    }
  }

  async function countFiringsOf(rule: AlertRuleInput, condition: MetricCondition, rows: BucketRow[]): Promise<number> {
    const names = await repo.rollups.metricNamesOf([...new Set(rows.map(({ setId }) => setId))])
    return countFirings(rule, condition, rows, (setId) => names.get(setId) ?? [])
  }

  return async (ownerId: string | null, rule: AlertRuleInput): Promise<AlertPreview> => {
    const filter = filterOfSelector(rule.selector, ownerId)
    const { condition } = rule
    const from = new Date(now() - WEEK_MS).toISOString()
    const [agents = 0] = await repo.agents.countSome([filter], COUNTED_MAX)
    if (condition.kind === 'commandFailed') {
      const covered = new Set((await repo.agents.listLastSeen(filter, AGENTS_MAX)).map(({ ref }) => ref))
      const failed = (await repo.commandViews.failuresSince(now() - WEEK_MS, FAILED_MAX)).filter(({ ref }) =>
        covered.has(ref),
      )
      return { agents, ...countFailures(failed, (condition.withinS + rule.clear.forS) * 1000), from }
    }
    const isGap = condition.kind === 'silent' || (condition.kind === 'status' && condition.status === 'offline')
    if (condition.kind !== 'metric' && !isGap) return { agents, times: null, onAgents: 0, from }
    const refs = (await repo.agents.listLastSeen(filter, EXAMINED_MAX)).map(({ ref }) => ref)
    const goneMs = Math.max(rule.forS, condition.kind === 'silent' ? condition.afterS : 0) * 1000
    const timesOf = (rows: BucketRow[]) =>
      condition.kind === 'metric'
        ? countFiringsOf(rule, condition, rows)
        : Promise.resolve(countGaps(rows, goneMs, now()))
    return { agents, ...(await simulate(refs, timesOf)), from, ...(agents > refs.length && { isPartial: true }) }
  }
}

/** Counts failures. A failure while the rule still fires for an earlier one does not count. */
function countFailures(failed: { ref: number; at: number }[], firesMs: number): Times {
  const last = new Map<number, number>()
  let times = 0
  for (const { ref, at } of failed.toSorted((one, other) => one.at - other.at)) {
    if (at - (last.get(ref) ?? Number.NEGATIVE_INFINITY) > firesMs) times += 1
    last.set(ref, at)
  }
  return { times, onAgents: last.size }
}

/** Counts gaps longer than `goneMs`. Gaps shorter than a step are invisible. */
function countGaps(rows: BucketRow[], goneMs: number, now: number): number {
  let last = rows[0]?.at
  let times = 0
  for (const at of [...rows.slice(1).map((row) => row.at), now]) {
    if (last !== undefined && at - last - STEP_MS >= Math.max(goneMs, STEP_MS)) times += 1
    last = at
  }
  return times
}

/** Replays the week. If the average of a step is beyond the bound, the whole step counts as beyond it. */
function countFirings(
  { forS, clear }: AlertRuleInput,
  condition: MetricCondition,
  rows: BucketRow[],
  namesOf: (setId: number) => readonly string[],
): number {
  let newest: { ref: number; at: number; setId: number; avg: number[] }[] = []
  const numberOf = createNumberReader({ of: () => newest, namesOf })
  const delays = { forMs: forS * 1000, clearMs: clear.forS * 1000 }
  let previous: Standing | undefined
  let times = 0
  for (const row of rows) {
    newest = [{ ...row, avg: decode(row.count, row.body).avg }]
    const value = numberOf(row.ref, condition.metric)
    if (value === undefined) continue
    for (const clock of [row.at, row.at + STEP_MS - 1]) {
      const { next, happened } = step(previous, judgeValue(value, condition, clear.value), delays, clock)
      if (happened === 'fired') times += 1
      previous = next
    }
  }
  return times
}
