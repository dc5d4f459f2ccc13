// Measures every call on a server with the maximum of data: the delay for other users, and the answer's size.
import { users } from '@atalaya/contract/users'
import { collect } from '@atalaya/testbed/held-memory'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { createReadFleet } from '#server/alerts/fleet-snapshot.ts'
import { createJudge, type Verdicts } from '#server/alerts/judge.ts'
import { createRepos, type Repos } from '#server/compose/repos.ts'
import { isPostgres } from '#server/db/dialect.ts'
import { createDisplayViews } from '#server/displays/display-views.ts'
import { createLeaseWatch } from '#server/displays/lease-watch.ts'
import { matrix } from '#test/http/access-rows.ts'
import { createWorld, type World } from '#test/support/access-world.ts'
import { reportFault } from '#test/support/fault-report.ts'
import { ALONE_MS, CONCURRENCY, createBounds, isTooMuch } from './bounds.ts'
import { type Callers, createCallers } from './callers.ts'
import { type Counts, FULL, fill } from './fill.ts'
import { fillAlerts } from './fill-alerts.ts'
import { fillScreens } from './fill-screens.ts'
import { addFirsts } from './firsts.ts'
import { type Call, heaviest } from './heaviest.ts'
import { heaviestOfScreens } from './heaviest-screens.ts'
import { type Cost, createProbe, type Probe } from './probe.ts'
import { watchTurns } from './turns.ts'

/** Minimum of other changes during the removal of a full account, which has many more steps. */
const CHANGES_MIN = 10
/** Tries of a read or an evaluation that is too slow the first time, where times are judged. */
const TRIES_MAX = 3
/** Open event streams of each administrator, who hear of every agent. One less than permitted: calls open another. */
const STREAMS = 19
const CALLERS = ['a', 'admin'] as const

/** Fraction of the maximum amounts that the house gets. */
const fraction = inject('fullHouse')
/** Time and memory are judged on an idle machine only: in the long form. */
const isWhole = fraction === 1
const bounds = createBounds(isWhole)

let world: World
let calls: Call[]
let heavy: Call[]
let display: { token: string; cookie: string }
/** Users who make the calls. Of several administrators each has separate limits. */
let callers: Callers
beforeAll(async () => {
  world = await createWorld()
  calls = await prepareCalls()
  callers = await createCallers(world, isWhole ? CONCURRENCY : 0)
  const { firsts, screen, ...resources } = await addFirsts(world)
  display = { token: screen.credential(), cookie: screen.jar.headers().cookie }
  const counts = Object.fromEntries(Object.entries(FULL).map(([kind, count]) => [kind, Math.ceil(count * fraction)]))
  const now = Date.now()
  await world.withDatabase(async (db) => {
    for (const fillPart of [fill, fillAlerts, fillScreens]) await fillPart(db, firsts, counts as Counts, now)
    // PostgreSQL does so by itself, in a while; SQLite never.
    if (isPostgres(db)) await sql`analyze`.execute(db)
  })
  heavy = [
    ...heaviest({ ...firsts, batchId: 'batch-1' }, counts as Counts, now),
    ...heaviestOfScreens(firsts, resources),
  ]
  calls.push(...heavy)
}, 900_000)
afterAll(() => world.close())

/** Arguments of every call, made before the house is full: nothing can be added then. */
async function prepareCalls(): Promise<Call[]> {
  const prepared: Call[] = []
  for (const [name, { input }] of Object.entries(matrix)) {
    const [method = '', path = ''] = name.split(' ')
    for (const caller of CALLERS) prepared.push({ name, caller, method, path, input: await input(world) })
  }
  return prepared
}

const urlOf = ({ path, input: { params = {}, query = '' } }: Call) =>
  path.replace(/:([a-z]\w*)/gi, (_match, key: string) => encodeURIComponent(params[key] ?? 'x')) + query

/** Calls that succeeded, by name: a refused call costs nothing. */
const succeeded = new Set<string>()

/** Makes a call. Returns the bounds that it exceeds, alone and at once. */
async function callAndListExcess(probe: Probe, call: Call): Promise<string[]> {
  if (await callers.renew()) await probe.listen(listenersOf(callers))
  const by = call.caller === 'display' ? display : { token: world.tokens[call.caller] ?? '' }
  const request = { method: call.method, url: urlOf(call), ...by, body: call.input.body }
  const cost = await minimumOf(isWhole && call.method === 'GET' ? TRIES_MAX : 1, () => probe.measureAlone(request))
  if (cost.statuses.every((status) => status < 400)) succeeded.add(call.name)
  const found = bounds.excessAlone(`${call.method} ${call.path}`, cost)
  if (call.method === 'GET' && isWhole) {
    const tokens = call.caller === 'admin' ? callers.administrators : Array<string>(CONCURRENCY).fill(by.token)
    found.push(
      ...bounds.excessAtOnce(
        call.caller !== 'admin',
        await probe.measureAtOnce(tokens.map((token) => ({ ...request, token }))),
      ),
    )
  }
  return found.map((what) => `${call.name} as ${call.caller}: ${what}`)
}

const listenersOf = ({ administrators }: Callers) =>
  administrators.flatMap((token) => Array<string>(STREAMS).fill(token))

/** A change of a member whose house is empty, made by an administrator. */
const changeOfOther = () => ({
  method: 'PATCH',
  url: `/api/v1/users/${world.b.user._id}`,
  token: world.tokens.admin ?? '',
  body: { name: `Change ${crypto.randomUUID()}` },
})

/** Minimum cost of several rounds. The first one also compiles code, and may include a garbage collection. */
async function minimumOf(rounds: number, round: () => Promise<Cost>): Promise<Cost> {
  let minimum = await round()
  for (let n = 1; n < rounds && isTooMuch(minimum); n += 1) {
    collect()
    const next = await round()
    minimum = {
      ...next,
      waitMs: Math.min(minimum.waitMs, next.waitMs),
      changeMs: Math.min(minimum.changeMs, next.changeMs),
      memoryMb: Math.min(minimum.memoryMb, next.memoryMb),
    }
  }
  return minimum
}

test('no call in a full house delays others', async (context) => {
  const probe = createProbe(world.address, changeOfOther)
  const tooMuch: string[] = []
  try {
    for (const call of calls) tooMuch.push(...(await callAndListExcess(probe, call)))
  } finally {
    await probe.close()
  }
  if (isWhole) reportFault(context, bounds.report(calls.length), 'Full house')
  expect(tooMuch).toEqual([])
  expect(heavy.map(({ name }) => name).filter((name) => !succeeded.has(name))).toEqual([])
}, 1_800_000)

test('the evaluation of alerts delays no call while all rules fire', async () => {
  await world.withDatabase(async (db) => {
    const judge = judgeOn(createRepos(db))
    let waitMs = Number.POSITIVE_INFINITY
    let results: Verdicts[] = []
    for (let n = 0; n < TRIES_MAX && waitMs > ALONE_MS; n += 1) {
      collect()
      const turns = watchTurns()
      results = (await judge(0)).results
      waitMs = turns.end()
    }
    // The copied rules keep firing, except for the few machines that calls have changed.
    const copied = results.filter(({ ruleId }) => /^(fleet-)?rule-\d/.test(ruleId))
    expect(Math.max(0, ...copied.map(({ verdicts }) => verdicts.length))).toBeLessThan(50)
    if (isWhole) expect(waitMs).toBeLessThanOrEqual(ALONE_MS)
  })
}, 300_000)

test('the end of all display leases at once delays no call', async () => {
  await world.withDatabase(async (db) => {
    const repos = createRepos(db)
    await db.updateTable('display_screens').set({ screen_until: 1 }).execute()
    const views = createDisplayViews({ repo: repos.displays, live: { emit: () => 0 }, now: Date.now })
    const runExclusive = (_job: string, work: () => Promise<void>) => work().then(() => true)
    const turns = watchTurns()
    await createLeaseWatch({ repo: repos.screens, views, runExclusive, now: Date.now })()
    const waitMs = turns.end()
    expect(await repos.screens.takeEnded(Date.now(), 1)).toEqual([])
    if (isWhole) expect(waitMs).toBeLessThanOrEqual(ALONE_MS)
  })
}, 300_000)

test('the removal of an account with all its data delays no call', async () => {
  await callers.renew()
  const token = world.tokens.admin ?? ''
  const turns = watchTurns()
  let isRemoved = false
  const removal = world.call(users.remove, { params: { id: world.a.user._id } }, token).finally(() => {
    isRemoved = true
  })
  let changes = 0
  for (; !isRemoved; changes++) {
    const options = { params: { id: world.b.user._id }, body: { name: `Change ${changes}` } }
    expect((await world.call(users.edit, options, token)).status).toBe(200)
  }
  const waitMs = turns.end()
  expect((await removal).status).toBe(200)
  expect(changes).toBeGreaterThan(CHANGES_MIN)
  if (isWhole) expect(waitMs).toBeLessThanOrEqual(ALONE_MS)
}, 900_000)

/** The judge on a database without recent numbers. */
function judgeOn({ alertRules, alertStates, silences, commandViews, fleetSnapshot, failures }: Repos) {
  const minutes = { takeUpdated: async () => new Set<number>() }
  const readFleet = createReadFleet({
    repo: fleetSnapshot,
    failures,
    minutes,
    findOutdated: async () => [],
    now: Date.now,
  })
  const repo = { rules: alertRules, states: alertStates, silences, commandViews }
  return createJudge({ repo, readFleet, numberOf: () => undefined, countMinutes: () => 0, now: Date.now })
}
