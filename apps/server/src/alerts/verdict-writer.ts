import { randomUUID } from 'node:crypto'
import type { Repos, RunInTransaction } from '#server/compose/repos.ts'
import type { EndedBecause, NewMember } from './incident-writes.repo.ts'
import type { Verdict, Verdicts } from './judge.ts'
import type { JudgedRule } from './rules.repo.ts'

const SECOND_MS = 1000
/** What fires within this time of the last one is one incident, but for no longer than the second of them. */
const JOINED_MS = 30 * SECOND_MS
const OPEN_FOR_MS = 300 * SECOND_MS
/** So long after it began it is told once more, if it grew. */
const GREW_AFTER_MS = 300 * SECOND_MS
/** So many agents of a rule are written in one transaction. */
const AT_ONCE = 1000

/** Instants of one judgement: of the wall and of the judge's clock. */
export type When = { at: number; clock: number }
/** And the instant at which it is told of what begins now. */
type Writing = When & { toldAt: number }
type Needs = {
  tx: RunInTransaction
  /** So long after it began it is told, so that it is told once how many there are. */
  toldAfterMs: number
}
/** Where those are that fired with this look, by their numbers, and how many of them do so behind one. */
type Begun = { in: Map<number, string>; behind(ref: number): number }

/** What somebody else changed since it was read is judged anew. */
class Overtaken extends Error {}

/** Writes what was judged: how agents stand, which incidents they are in, and who is to be told. */
export function createVerdictWriter({ tx, toldAfterMs }: Needs) {
  async function write(rule: JudgedRule | undefined, verdicts: Verdict[], begun: Begun, when: When) {
    return tx(async (repos) => {
      const writing = { ...when, toldAt: when.at + toldAfterMs }
      const placed = rule ? await place(repos, rule, verdicts, begun, writing) : new Map<number, string>()
      const changes = verdicts.map(({ change }) => {
        const incidentId = placed.get(change.ref)
        return change.next && incidentId ? { ...change, next: { ...change.next, incidentId } } : change
      })
      if ((await repos.alertStates.save(changes)) < changes.length) throw new Overtaken()
      return { placed, left: await leave(repos, verdicts, when) }
    })
  }

  return {
    /** Answers the incidents that changed. */
    async write({ rule, verdicts }: Verdicts, when: When): Promise<string[]> {
      const touched: string[] = []
      const behind = Map.groupBy(verdicts, ({ upstream }) => upstream?.ref)
      const begun: Begun = { in: new Map(), behind: (ref) => behind.get(ref)?.length ?? 0 }
      for (let start = 0; start < verdicts.length; start += AT_ONCE) {
        const part = write(rule, verdicts.slice(start, start + AT_ONCE), begun, when)
        const { placed, left } = await part.catch(overtaken)
        for (const [ref, id] of placed) begun.in.set(ref, id)
        touched.push(...placed.values(), ...left)
      }
      return [...new Set(touched)]
    },

    /** Ends what fires for agents that no longer exist; answers the incidents. */
    async writeGone({ at }: When): Promise<string[]> {
      const touched: string[] = []
      let isMore: boolean
      do {
        isMore = await tx(async (repos) => {
          const { ids, cleared } = await repos.incidentWrites.clearGone(at, AT_ONCE)
          await settle(repos, ids, 'agents gone', at)
          touched.push(...ids)
          return cleared === AT_ONCE
        })
      } while (isMore)
      return [...new Set(touched)]
    },
  }
}
export type VerdictWriter = ReturnType<typeof createVerdictWriter>

function overtaken(error: unknown) {
  if (error instanceof Overtaken) return { placed: new Map<number, string>(), left: [] }
  throw error
}

/**
 * Puts agents for which the rule came true into incidents; answers which. Those behind others are in theirs, of which
 * nobody is told because of them.
 */
async function place(repos: Repos, rule: JudgedRule, verdicts: Verdict[], begun: Begun, when: Writing) {
  const placed = new Map<number, string>()
  const own = verdicts
    .filter(({ happened, upstream }) => happened === 'fired' && !upstream)
    .toSorted((one, other) => begun.behind(other.change.ref) - begun.behind(one.change.ref))
  const opened = own.length > 0 ? await join(repos, rule, own, when) : undefined
  if (opened) for (const { change } of own) placed.set(change.ref, opened)

  for (const verdict of verdicts) {
    const { happened, upstream, change, incidentId } = verdict
    if (!upstream) continue
    const before = happened === 'followed' ? incidentId : upstream.incidentId
    const id = before ?? placed.get(upstream.ref) ?? begun.in.get(upstream.ref)
    if (!id) throw new Overtaken()
    placed.set(change.ref, id)
  }
  const behind = verdicts.filter(({ upstream }) => upstream)
  for (const [id, those] of Map.groupBy(behind, ({ change }) => placed.get(change.ref) ?? '')) {
    await repos.incidentWrites.join(id, membersOf(those), { at: when.at, isBehind: true })
  }
  const [first] = membersOf(own)
  if (opened && first && begun.behind(first.ref) > 0) await repos.incidentWrites.nameFor(opened, first)
  await repos.incidentWrites.settle([...new Set(placed.values())], 'recovered', when.at)
  return placed
}

const membersOf = (verdicts: Verdict[]): NewMember[] =>
  verdicts.flatMap(({ agent, text }) =>
    agent ? [{ ref: agent.ref, agentId: agent.agentId, agentName: agent.name ?? agent.agentId, text }] : [],
  )

/** Puts agents into the incident of their rule that is young enough, or a new one; answers which. */
async function join(repos: Repos, rule: JudgedRule, fired: Verdict[], when: Writing): Promise<string> {
  const { incidentWrites } = repos
  const { at, clock } = when
  const since = { joined: clock - JOINED_MS, opened: clock - OPEN_FOR_MS }
  const found = await incidentWrites.joinable(rule.id, since)
  const id = found ?? (await open(repos, rule, fired, when))
  await incidentWrites.join(id, membersOf(fired), { at, clock })
  if (found && !(await incidentWrites.isToBeTold(id))) {
    await incidentWrites.addNotices([{ incidentId: id, what: 'grew', dueAt: at + GREW_AFTER_MS }])
  }
  return id
}

async function open({ incidentWrites }: Repos, rule: JudgedRule, [first]: Verdict[], { at, clock, toldAt }: Writing) {
  const id = randomUUID()
  await incidentWrites.insert({
    ...{ id, rule_id: rule.id, rule_name: rule.name, owner_id: rule.ownerId, severity: rule.severity },
    ...{ text: first?.text ?? '', agent_id: first?.agent?.agentId ?? null },
    agent_name: first?.agent?.name ?? first?.agent?.agentId ?? '',
    ...{ firing: 0, agents: 0, behind: 0, opened_at: at, opened_clock: clock, joined_clock: clock },
    ...{ ended_at: null, ended_because: null, acknowledged_by: null, acknowledged_at: null },
  })
  const steps = rule.escalation.map(({ afterS }, step) => ({
    ...{ incidentId: id, what: 'escalated' as const, step, dueAt: at + afterS * SECOND_MS },
  }))
  await incidentWrites.addNotices([{ incidentId: id, what: 'opened', dueAt: toldAt }, ...steps])
  return id
}

/** Takes agents out of the incidents that they were in; answers which. */
async function leave(repos: Repos, verdicts: Verdict[], { at }: When): Promise<string[]> {
  const touched: string[] = []
  for (const [happened, because] of [
    ['cleared', 'recovered'],
    ['rule changed', 'rule changed'],
  ] as const) {
    const left = verdicts.flatMap(({ happened: what, incidentId, change: { ref } }) =>
      what === happened && incidentId !== null ? [{ incidentId, ref }] : [],
    )
    if (left.length === 0) continue
    await repos.incidentWrites.clear(left, at)
    const ids = [...new Set(left.map(({ incidentId }) => incidentId))]
    await settle(repos, ids, because, at)
    touched.push(...ids)
  }
  return touched
}

/** Counts anew what is in incidents; those for whose agents nothing fires any more end, which is told. */
export async function settle(
  { incidentWrites }: Pick<Repos, 'incidentWrites'>,
  ids: string[],
  because: EndedBecause,
  at: number,
): Promise<void> {
  const ended = await incidentWrites.settle(ids, because, at)
  await incidentWrites.addNotices(ended.map((incidentId) => ({ incidentId, what: 'ended', dueAt: at })))
}
