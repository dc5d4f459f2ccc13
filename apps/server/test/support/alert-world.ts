import type { AgentStatus } from '@atalaya/contract/agent-fields'
import { agents } from '@atalaya/contract/agents'
import { type AlertIncident, alerts } from '@atalaya/contract/alert-incidents'
import { type AlertRule, type AlertRuleInput, alertRules } from '@atalaya/contract/alert-rules'
import { auth } from '@atalaya/contract/auth'
import type { Route } from '@atalaya/contract/route'
import { clockSettings } from '#server/alerts/judge-clock.ts'
import { createRepos } from '#server/compose/repos.ts'
import type { Config } from '#server/config.ts'
import { openDatabase } from '#server/db/open.ts'
import { offlineRule } from './alert-fixtures.ts'
import { createAlertInstance } from './alert-instance.ts'
import { insertAgents } from './insert-agents.ts'
import { loopback } from './loopback.ts'
import { type CallOptions, createTestApp, type TestApp } from './test-app.ts'

export const SECOND = 1000
export const MINUTE = 60 * SECOND
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR
/** Interval at which alerts are judged. */
export const JUDGE_INTERVAL = 10 * SECOND
const SPARSE_INTERVAL = 3 * JUDGE_INTERVAL
/** Spans from here on are evaluated every half minute. */
const LONG = 10 * MINUTE

/** In ms: twelve days, longer than any test. A timer of 2 ** 31 ms or more would fire at once. */
const NEVER_MS = 2 ** 30
const withoutTimers = {
  maintenanceEveryMs: NEVER_MS,
  judgeEveryMs: NEVER_MS,
  notifyEveryMs: NEVER_MS,
  presenceEveryMs: NEVER_MS,
  // Otherwise agents that are online without a connection become offline.
  lastSeenEveryMs: NEVER_MS,
  commitMs: 2,
}

export type AlertWorld = Awaited<ReturnType<typeof createAlertWorld>>

/**
 * The application with a clock that tests move, and agents whose status tests set. The rules are evaluated on request.
 * With `withMessages` it sends messages, too.
 */
export async function createAlertWorld(config: Partial<Config> = {}, withMessages = false) {
  let clock = Date.parse('2026-03-02T12:00:00Z')
  const now = () => clock
  const settings = { ALLOW_PRIVATE_HOSTS: loopback, ...config }
  const it = await createTestApp({ now, times: withoutTimers, config: settings })
  await it.signUp('admin')
  await it.signUp('ada')
  await it.signUp('bob')
  const db = await openDatabase(it.config)
  const repos = createRepos(db, now)
  const people = createPeople(it, now)
  const createInstance = () => createAlertInstance(db, { ...it.config, ...settings }, now)
  const instance = await createInstance()

  /**
   * Advances time for a running server. `before` runs before each evaluation, and may change the fleet. Without it,
   * long spans are evaluated every half minute. After longer gaps the judge would assume that the server was down.
   */
  async function advance(
    ms: number,
    before?: (passed: number) => unknown,
    step = before || ms < LONG ? JUDGE_INTERVAL : SPARSE_INTERVAL,
  ): Promise<void> {
    for (let passed = 0; passed < ms; ) {
      const stepMs = Math.min(step, ms - passed)
      clock += stepMs
      passed += stepMs
      await before?.(passed)
      await instance.watch()
      if (withMessages) await instance.round()
    }
  }

  const world = {
    it,
    db,
    repos,
    instance,
    createInstance,
    now,
    advance,
    ...people,
    get emitted() {
      return instance.emitted
    },

    /** Moves the clock without an evaluation of the rules. */
    jump(ms: number): void {
      clock += ms
    },

    async register(username = 'ada', fields: { name?: string; tags?: string[] } = {}): Promise<string> {
      const { agent } = await people.as(username, agents.register, { body: fields })
      await world.setStatus([agent.agentId], 'online')
      return agent.agentId
    },

    /** Registers many agents without rate limits. */
    async registerMany(username: string, count: number, tags: string[] = []): Promise<string[]> {
      const owner = await db.selectFrom('users').select('id').where('username', '=', username).executeTakeFirstOrThrow()
      const ids = Array.from({ length: count }, () => crypto.randomUUID())
      const agents = ids.map((id, n) => ({ id, ownerId: owner.id, name: `box ${n}`, tags, tokenHash: id, now: clock }))
      await insertAgents(db, agents)
      await world.setStatus(ids, 'online')
      return ids
    },

    setStatus: (ids: string[], status: AgentStatus) =>
      db.updateTable('agents').set({ status }).where('id', 'in', ids).execute(),

    /** Stores samples of the current minute, then advances to its end. */
    async reportMinute(ids: string | string[], metrics: Record<string, number>): Promise<void> {
      const begin = Math.floor(clock / MINUTE) * MINUTE
      const refs = [...(await repos.agents.refsOf([ids].flat())).values()]
      const names = Object.keys(metrics).sort()
      const key = `system\n${names.join(',')}`
      const [set] = await repos.metricSets.save([{ key, dataType: 'system', names, ownerId: '' }], clock)
      const sample = { set_id: set?.id ?? 0, body: JSON.stringify(names.map((name) => metrics[name])) }
      const samples = refs.flatMap((ref) => minuteOfSamples(begin).map((at) => ({ ...sample, agent_ref: ref, at })))
      await db.insertInto('samples').values(samples).execute()
      await advance(begin + MINUTE - clock)
      await instance.rollUp()
      await advance(JUDGE_INTERVAL)
    },

    async createRule(rule: Partial<AlertRuleInput> = {}, username = 'ada'): Promise<AlertRule> {
      return (await people.as(username, alertRules.create, { body: { ...offlineRule, ...rule } })).rule
    },

    async listFiring(username = 'ada'): Promise<AlertIncident[]> {
      return (await people.as(username, alerts.list, { query: { pageSize: '100' } })).incidents
    },
    async listEnded(username = 'ada'): Promise<AlertIncident[]> {
      return (await people.as(username, alerts.list, { query: { state: 'ended', pageSize: '100' } })).incidents
    },
    /** Kinds of the notices, oldest first. */
    async readNotices(): Promise<string[]> {
      const rows = await db.selectFrom('alert_notices').select('what').orderBy('seq').execute()
      return rows.map(({ what }) => what)
    },

    async close(): Promise<void> {
      await db.destroy()
      await it.close()
    },
  }
  // Ends the grace period after a start.
  await advance(clockSettings.judgeGraceMs + JUDGE_INTERVAL, undefined, SPARSE_INTERVAL)
  return world
}

const minuteOfSamples = (begin: number) => [0, 20, 40].map((s) => begin + s * SECOND)

/** Calls of users, who sign in again when their session has expired. */
function createPeople(it: TestApp, now: () => number) {
  const signedIn = new Map<string, { token: string; at: number }>()

  async function tokenOf(username: string): Promise<string> {
    const known = signedIn.get(username)
    // An access token lives for ten minutes.
    if (known && Math.abs(now() - known.at) < 5 * MINUTE) return known.token
    const { body } = await it.call(auth.login, { body: { username, password: 'correct horse battery' } })
    signedIn.set(username, { token: body.data.tokens.accessToken, at: now() })
    return body.data.tokens.accessToken
  }
  /** Makes a call that may fail. */
  const ask = async (username: string, route: Route, options: CallOptions = {}) =>
    it.call(route, options, await tokenOf(username))

  return {
    tokenOf,
    ask,
    /** Makes a call that must succeed. Returns its data. */
    async as(username: string, route: Route, options: CallOptions = {}) {
      const { status, body } = await ask(username, route, options)
      if (status !== 200) throw new Error(`${route.path} answered ${status}: ${body?.error}`)
      return body.data
    },
  }
}
