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
/** Rollups that are read and decoded before the event loop does other work: about 5 ms with the maximum of metrics. */
const PART_ROWS = 200
/** Maximum of agents whose numbers are examined, one after the other. */
const EXAMINED_MAX = 20
/** Number up to which the agents that the rule covers are counted. */
const COUNTED_MAX = 100_000
/** Maximum of agents whose failed commands are counted, and of these commands. */
const AGENTS_MAX = 10_000
const FAILED_MAX = 5000

type Needs = {
  repo: {
    agents: Pick<Repos['agents'], 'countSome' | 'listLastSeen'>
    rollups: Pick<Repos['rollups'], 'bucketsOf' | 'metricNamesOf'>
    failures: Pick<Repos['failures'], 'failuresSince'>
  }
  now: () => number
}
type BucketRow = Awaited<ReturnType<Repos['rollups']['bucketsOf']>>[number]
type Times = Pick<AlertPreview, 'times' | 'onAgents'>

/** Counter of a rule's firings in the week of one agent; takes the rows in the order of time. */
type Counter = { add(rows: BucketRow[]): Promise<void>; finish(): number }

/** Simulates a rule over the last week of stored numbers. */
export function createPreview({ repo, now }: Needs) {
  /** The week of an agent, in parts. */
  async function* weekOf(ref: number): AsyncGenerator<BucketRow[]> {
    const until = now()
    let cursor = { ref, at: until - WEEK_MS, setId: 0 }
    for (let remaining = BUCKETS_MAX; remaining > 0; remaining -= PART_ROWS) {
      const rows = await repo.rollups.bucketsOf([cursor], STEP_MS / 1000, until, PART_ROWS)
      // Lets the event loop do other work, as each part is decoded without a pause.
      await waitForFreeTurn()
      yield rows
      if (rows.length < PART_ROWS) return
      cursor = rows.at(-1) ?? cursor
    }
  }

  /** Simulates the rule on the agents that reported most recently. */
  async function simulate(refs: number[], createCounter: () => Counter): Promise<Times> {
    const timesByAgent: number[] = []
    for (const ref of refs) {
      const counter = createCounter()
      for await (const rows of weekOf(ref)) await counter.add(rows)
      timesByAgent.push(counter.finish())
    }
    return {
      times: timesByAgent.reduce((sum, times) => sum + times, 0),
      onAgents: timesByAgent.filter((times) => times > 0).length,
    }
  }

  /** Reads the names of sets that are not known yet. */
  async function addNames(names: Map<number, string[]>, rows: BucketRow[]): Promise<void> {
    const unknown = new Set(rows.map(({ setId }) => setId).filter((setId) => !names.has(setId)))
    for (const [setId, setNames] of await repo.rollups.metricNamesOf([...unknown])) names.set(setId, setNames)
  }

  function createFiringCounter(rule: AlertRuleInput, condition: MetricCondition): Counter {
    const names = new Map<number, string[]>()
    const firings = countFirings(rule, condition, (setId) => names.get(setId) ?? [])
    return {
      ...firings,
      async add(rows) {
        await addNames(names, rows)
        rows.forEach(firings.add)
      },
    }
  }

  return async (ownerId: string | null, rule: AlertRuleInput): Promise<AlertPreview> => {
    const filter = filterOfSelector(rule.selector, ownerId)
    const { condition } = rule
    const from = new Date(now() - WEEK_MS).toISOString()
    const [agents = 0] = await repo.agents.countSome([filter], COUNTED_MAX)
    if (condition.kind === 'commandFailed') {
      const covered = new Set((await repo.agents.listLastSeen(filter, AGENTS_MAX)).map(({ ref }) => ref))
      const failed = (await repo.failures.failuresSince(now() - WEEK_MS, FAILED_MAX)).filter(({ ref }) =>
        covered.has(ref),
      )
      return { agents, ...countFailures(failed, (condition.withinS + rule.clear.forS) * 1000), from }
    }
    const isGap = condition.kind === 'silent' || (condition.kind === 'status' && condition.status === 'offline')
    if (condition.kind !== 'metric' && !isGap) return { agents, times: null, onAgents: 0, from }
    const refs = (await repo.agents.listLastSeen(filter, EXAMINED_MAX)).map(({ ref }) => ref)
    const minGapMs = Math.max(rule.forS, condition.kind === 'silent' ? condition.afterS : 0) * 1000
    const createCounter = () =>
      condition.kind === 'metric' ? createFiringCounter(rule, condition) : countGaps(minGapMs, now())
    return { agents, ...(await simulate(refs, createCounter)), from, ...(agents > refs.length && { isPartial: true }) }
  }
}

/** Counts failures. A failure while the rule still fires for an earlier one does not count. */
function countFailures(failed: { ref: number; at: number }[], firesMs: number): Times {
  const lastFailures = new Map<number, number>()
  let times = 0
  for (const { ref, at } of failed.toSorted((one, other) => one.at - other.at)) {
    if (at - (lastFailures.get(ref) ?? Number.NEGATIVE_INFINITY) > firesMs) times += 1
    lastFailures.set(ref, at)
  }
  return { times, onAgents: lastFailures.size }
}

/** Counts gaps longer than `minGapMs`. Gaps shorter than a step are invisible. */
function countGaps(minGapMs: number, now: number): Counter {
  let lastAt: number | undefined
  let times = 0
  const addInstant = (at: number) => {
    // Each row covers the step that begins at its time, so a gap begins one step later.
    if (lastAt !== undefined && at - lastAt - STEP_MS >= Math.max(minGapMs, STEP_MS)) times += 1
    lastAt = at
  }
  return {
    async add(rows) {
      for (const { at } of rows) addInstant(at)
    },
    finish() {
      if (lastAt !== undefined) addInstant(now)
      return times
    },
  }
}

/** Replays the week. If the average of a step is beyond the bound, the whole step counts as beyond it. */
function countFirings(
  { forS, clear }: AlertRuleInput,
  condition: MetricCondition,
  namesOf: (setId: number) => readonly string[],
) {
  let newest: { ref: number; at: number; setId: number; avg: number[] }[] = []
  const numberOf = createNumberReader({ of: () => newest, namesOf })
  const delays = { forMs: forS * 1000, clearMs: clear.forS * 1000 }
  let previous: Standing | undefined
  let times = 0
  return {
    add(row: BucketRow): void {
      newest = [{ ...row, avg: decode(row.count, row.body).avg }]
      const value = numberOf(row.ref, condition.metric)
      if (value === undefined) return
      for (const clock of [row.at, row.at + STEP_MS - 1]) {
        const { next, happened } = step(previous, judgeValue(value, condition, clear.value), delays, clock)
        if (happened === 'fired') times += 1
        previous = next
      }
    },
    finish: () => times,
  }
}
