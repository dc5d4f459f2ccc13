import { randomUUID } from 'node:crypto'
import type { Repos, RunInTransaction } from '#server/compose/repos.ts'
import type { EndedBecause, NewMember } from './incident-writes.repo.ts'
import type { Verdict, Verdicts } from './judge.ts'
import type { JudgedRule } from './rules.repo.ts'

const SECOND_MS = 1000
/** Agents join an incident within this time after its last one, and within `OPEN_FOR_MS` after its beginning. */
const JOINED_MS = 30 * SECOND_MS
const OPEN_FOR_MS = 300 * SECOND_MS
/** Time from the beginning of an incident to a second message, which is sent if more agents have joined. */
const GREW_AFTER_MS = 300 * SECOND_MS
/** Agents of a rule that one transaction writes. */
const BATCH_SIZE = 1000
/** Incidents of a removed rule that one transaction ends. */
const RELEASED_BATCH_SIZE = 100

/** Instant of a judgement, by the wall clock and by the judge's clock. */
export type When = { at: number; clock: number }
/** Instant of a judgement, and of the first messages about its new incidents. */
type Writing = When & { noticeAt: number }
type Writes = Pick<Repos, 'incidentWrites'>
type Needs = {
  tx: RunInTransaction<'alertRules' | 'alertStates' | 'incidentWrites'>
  /** Delay of the first message, so that it gives the final number of agents. */
  firstNoticeAfterMs: number
}
/** Incidents of the agents that fired in this evaluation, and the number of agents that fired because of each. */
type FiredNow = { incidents: Map<number, string>; countFollowers(ref: number): number }

/** Thrown if a standing or its rule has changed since it was read: the next evaluation judges it again. */
class Overtaken extends Error {}

/** Writes verdicts: standings, incidents and notices. */
export function createVerdictWriter({ tx, firstNoticeAfterMs }: Needs) {
  async function writeBatch({ ruleId, rule, verdicts }: Verdicts, firedNow: FiredNow, when: When) {
    return tx(async (repos) => {
      // A removal waits for this lock, so that it ends the incidents that open here.
      const current = await repos.alertRules.lock(ruleId)
      if (rule && !(current?.isOn && current.version === rule.version)) throw new Overtaken()
      const writing = { ...when, noticeAt: when.at + firstNoticeAfterMs }
      const joined = rule ? await assignIncidents(repos, rule, verdicts, firedNow, writing) : new Map<number, string>()
      const changes = verdicts.map(({ change }) => {
        const incidentId = joined.get(change.ref)
        return change.next && incidentId ? { ...change, next: { ...change.next, incidentId } } : change
      })
      if ((await repos.alertStates.save(changes)) < changes.length) throw new Overtaken()
      return { joined, left: await leaveIncidents(repos, verdicts, when) }
    })
  }

  return {
    /** Writes verdicts of a rule; returns the changed incidents. */
    async write({ ruleId, rule, verdicts }: Verdicts, when: When): Promise<string[]> {
      const touched: string[] = []
      const followers = Map.groupBy(verdicts, ({ upstream }) => upstream?.ref)
      const firedNow: FiredNow = { incidents: new Map(), countFollowers: (ref) => followers.get(ref)?.length ?? 0 }
      for (let start = 0; start < verdicts.length; start += BATCH_SIZE) {
        const some = { ruleId, rule, verdicts: verdicts.slice(start, start + BATCH_SIZE) }
        const part = writeBatch(some, firedNow, when)
        const { joined, left } = await part.catch(nothingIfOvertaken)
        for (const [ref, id] of joined) firedNow.incidents.set(ref, id)
        touched.push(...joined.values(), ...left)
      }
      return [...new Set(touched)]
    },

    /** Ends alerts of deleted agents; returns the changed incidents. */
    async writeGone({ at }: When): Promise<string[]> {
      const touched: string[] = []
      let isMore: boolean
      do {
        isMore = await tx(async (repos) => {
          const { ids, cleared } = await repos.incidentWrites.clearGone(at, BATCH_SIZE)
          await recountIncidents(repos, ids, 'agents gone', at)
          touched.push(...ids)
          return cleared === BATCH_SIZE
        })
      } while (isMore)
      return [...new Set(touched)]
    },
  }
}
export type VerdictWriter = ReturnType<typeof createVerdictWriter>

function nothingIfOvertaken(error: unknown) {
  if (error instanceof Overtaken) return { joined: new Map<number, string>(), left: [] }
  throw error
}

/**
 * Adds newly firing agents to incidents; returns the incident of each. Agents behind others join the incident of their
 * upstream, and cause no message of their own.
 */
async function assignIncidents(
  repos: Writes,
  rule: JudgedRule,
  verdicts: Verdict[],
  firedNow: FiredNow,
  when: Writing,
) {
  const joined = new Map<number, string>()
  const withOwnCause = verdicts
    .filter(({ happened, upstream }) => happened === 'fired' && !upstream)
    .toSorted((one, other) => firedNow.countFollowers(other.change.ref) - firedNow.countFollowers(one.change.ref))
  const opened = withOwnCause.length > 0 ? await joinOrOpen(repos, rule, withOwnCause, when) : undefined
  if (opened) for (const { change } of withOwnCause) joined.set(change.ref, opened)

  for (const verdict of verdicts) {
    const { happened, upstream, change, incidentId } = verdict
    if (!upstream) continue
    const existing = happened === 'upstream fired' ? incidentId : upstream.incidentId
    const id = existing ?? joined.get(upstream.ref) ?? firedNow.incidents.get(upstream.ref)
    if (!id) throw new Overtaken()
    joined.set(change.ref, id)
  }
  const behind = verdicts.filter(({ upstream }) => upstream)
  for (const [id, followers] of Map.groupBy(behind, ({ change }) => joined.get(change.ref) ?? '')) {
    await repos.incidentWrites.join(id, membersOf(followers), { at: when.at, isBehind: true })
  }
  const [first] = membersOf(withOwnCause)
  if (opened && first && firedNow.countFollowers(first.ref) > 0)
    await repos.incidentWrites.nameAfterUpstream(opened, first)
  await repos.incidentWrites.recount([...new Set(joined.values())], 'recovered', when.at)
  return joined
}

const membersOf = (verdicts: Verdict[]): NewMember[] =>
  verdicts.flatMap(({ agent, text }) =>
    agent ? [{ ref: agent.ref, agentId: agent.agentId, agentName: agent.name ?? agent.agentId, text }] : [],
  )

/** Adds agents to the rule's recent incident, or to a new one; returns its id. */
async function joinOrOpen(repos: Writes, rule: JudgedRule, fired: Verdict[], when: Writing): Promise<string> {
  const { incidentWrites } = repos
  const { at, clock } = when
  const since = { joined: clock - JOINED_MS, opened: clock - OPEN_FOR_MS }
  const joinable = await incidentWrites.findJoinable(rule.id, since)
  const id = joinable ?? (await openIncident(repos, rule, fired, when))
  await incidentWrites.join(id, membersOf(fired), { at, clock })
  if (joinable && !(await incidentWrites.hasDueNotice(id))) {
    await incidentWrites.addNotices([{ incidentId: id, what: 'grew', dueAt: at + GREW_AFTER_MS }])
  }
  return id
}

async function openIncident(
  { incidentWrites }: Writes,
  rule: JudgedRule,
  [first]: Verdict[],
  { at, clock, noticeAt }: Writing,
) {
  const id = randomUUID()
  await incidentWrites.insert({
    id,
    rule_id: rule.id,
    rule_name: rule.name,
    owner_id: rule.ownerId,
    severity: rule.severity,
    text: first?.text ?? '',
    agent_id: first?.agent?.agentId ?? null,
    agent_name: first?.agent?.name ?? first?.agent?.agentId ?? '',
    firing: 0,
    agents: 0,
    behind: 0,
    opened_at: at,
    opened_clock: clock,
    joined_clock: clock,
    ended_at: null,
    ended_because: null,
    acknowledged_by: null,
    acknowledged_at: null,
  })
  const steps = rule.escalation.map(({ afterS }, step) => ({
    incidentId: id,
    what: 'escalated' as const,
    step,
    dueAt: at + afterS * SECOND_MS,
  }))
  await incidentWrites.addNotices([{ incidentId: id, what: 'opened', dueAt: noticeAt }, ...steps])
  return id
}

/** Removes recovered agents, and those that no rule covers now, from their incidents; returns the incidents. */
async function leaveIncidents(repos: Writes, verdicts: Verdict[], { at }: When): Promise<string[]> {
  const touched: string[] = []
  for (const [happened, because] of [
    ['cleared', 'recovered'],
    ['rule changed', 'rule changed'],
  ] as const) {
    const members = verdicts.flatMap(({ happened: what, incidentId, change: { ref } }) =>
      what === happened && incidentId !== null ? [{ incidentId, ref }] : [],
    )
    if (members.length === 0) continue
    await repos.incidentWrites.clear(members, at)
    const ids = [...new Set(members.map(({ incidentId }) => incidentId))]
    await recountIncidents(repos, ids, because, at)
    touched.push(...ids)
  }
  return touched
}

/**
 * Ends some incidents of a locked rule that is being removed. Detaches the rule from them and from ended ones. Returns
 * those that it ended; null if the rule has no incidents left. The deletion of the rule then changes no other rows.
 */
export async function releaseIncidents({ incidentWrites }: Writes, ruleId: string, at: number) {
  const some = await incidentWrites.listOfRule(ruleId, RELEASED_BATCH_SIZE)
  if (some.length === 0) return null
  const open = some.flatMap(({ id, ended_at }) => (ended_at === null ? [id] : []))
  // An incident may have more agents than one part clears: the next part goes on with it.
  if ((await incidentWrites.clearSome(open, at, BATCH_SIZE)) === BATCH_SIZE) return []
  await recountIncidents({ incidentWrites }, open, 'rule changed', at)
  await incidentWrites.detachEnded(some.map(({ id }) => id))
  return open
}

/** Counts the agents of incidents again. Those without a firing agent end, with a message. */
async function recountIncidents(
  { incidentWrites }: Writes,
  ids: string[],
  because: EndedBecause,
  at: number,
): Promise<void> {
  const ended = await incidentWrites.recount(ids, because, at)
  await incidentWrites.addNotices(ended.map((incidentId) => ({ incidentId, what: 'ended', dueAt: at })))
}
