import { randomUUID } from 'node:crypto'
import type { AgentRecord } from '@atalaya/contract/agents'
import { COMPARED_MAX, type ComparedAgent, POINTS_MAX, type Range } from '@atalaya/contract/telemetry'
import type { AgentsService } from '#server/agents/agents.service.ts'
import { readInTurn } from '#server/db/long-reads.ts'
import type { Actor, AgentActor } from '#server/domain/actors.ts'
import { AppError } from '#server/domain/errors.ts'
import { waitForFreeTurn } from '#server/domain/free-turn.ts'
import { paginationOf } from '#server/domain/pagination.ts'
import type { Ingest } from './ingest.ts'
import type { SentItem } from './items.ts'
import type { createRangeReader } from './range.ts'
import type { RecordsRepo } from './records.repo.ts'

/** Maximum of agents in a list of newest records: the most recently seen ones. */
const LATEST_MAX = 500

const RANGE_MAX_MS = 400 * 24 * 60 * 60_000

type Needs = {
  repo: RecordsRepo
  agents: AgentsService
  ingest: Ingest
  readRanges: ReturnType<typeof createRangeReader>
  /** Called with the agent that posted, once its data are stored. */
  onPosted(agentId: string): void
  now: () => number
}
type RangeInput = { from: string; to: string; points: number; metrics?: string[] | undefined }
type ComparisonInput = RangeInput & { ids: string[]; tag?: string | undefined }
type PushInput = Pick<SentItem, 'dataType' | 'tags' | 'metrics' | 'data'>

function spanOf(input: RangeInput): { from: number; to: number } {
  const [from, to] = [Date.parse(input.from), Date.parse(input.to)]
  if (from < to && to - from <= RANGE_MAX_MS) return { from, to }
  throw new AppError('bad_request', 'from must be before to, and at most 400 days', { code: 'telemetry.bad_range' })
}

/** Reads agents' data for people, and stores data that agents post by plain HTTP. */
export function createTelemetryService({ repo, agents, ingest, readRanges, onPosted, now }: Needs) {
  return {
    async records(actor: Actor, id: string, { page, pageSize }: { page: number; pageSize: number }) {
      const agent = await agents.getIdentity(actor, id)
      const total = await repo.count(agent.ref)
      const records = await repo.list(agent, pageSize, (page - 1) * pageSize)
      return { records, pagination: paginationOf(total, page, pageSize) }
    },

    /** One record in full, of any size. */
    async record(actor: Actor, id: string, recordId: string): Promise<AgentRecord> {
      const json = await repo.find(await agents.getIdentity(actor, id), recordId)
      if (json === null) {
        throw new AppError('not_found', 'There is no such record', { code: 'telemetry.no_record' })
      }
      // A record of 1 MiB takes 10 ms to parse. Each of several gets its own turn of the event loop.
      await waitForFreeTurn()
      return JSON.parse(json)
    },

    async range(actor: Actor, id: string, input: RangeInput): Promise<Range> {
      const { ref } = await agents.getIdentity(actor, id)
      const span = spanOf(input)
      return (await readInTurn(() => readRanges([ref], { ...input, ...span })))[0] as Range
    },

    /** Ranges of several agents for one chart. Leaves out agents that the caller may not see. */
    async compare(
      actor: Actor,
      { ids, tag, ...query }: ComparisonInput,
    ): Promise<{ agents: ComparedAgent[]; total: number }> {
      const span = spanOf(query)
      const { found, total } = await agents.findToCompare(actor, { ids, tag }, COMPARED_MAX)
      // All agents share the maximum of points of a single one.
      const points = Math.min(query.points, Math.floor(POINTS_MAX / Math.max(1, found.length)))
      const refs = found.map(({ ref }) => ref)
      const ranges = await readInTurn(() => readRanges(refs, { ...query, ...span, points }))
      const compared = found.map(({ agentId, name, machine }, n) => ({
        agentId,
        name,
        machine,
        range: ranges[n] as Range,
      }))
      return { agents: compared, total }
    },

    /** Newest record of each agent that the caller may see, as JSON; only of the `LATEST_MAX` seen last. */
    async latest(actor: Actor): Promise<string[]> {
      return repo.listLatest(await agents.lastSeen(actor, LATEST_MAX))
    },

    /** Stores what an agent posted. Resolves after the commit. */
    async push(actor: AgentActor, id: string, pushed: PushInput): Promise<AgentRecord[]> {
      const agent = await agents.findIdentity(actor.agentId)
      if (!agent || id !== actor.agentId) {
        throw new AppError('forbidden', 'An agent may only send data of its own', { code: 'agents.not_yours' })
      }
      if (!agent.isOwnerActive) {
        throw new AppError('forbidden', 'The account of this agent is deactivated', { code: 'agents.owner_inactive' })
      }
      if (agent.isQuarantined) {
        throw new AppError('forbidden', 'This agent is quarantined: two programs use its token', {
          code: 'agents.quarantined',
        })
      }
      const sender = { agentId: agent.id, ref: agent.ref, ownerId: agent.ownerId }
      const waitMs = ingest.waitMs(sender)
      if (waitMs > 0) {
        const message = 'This agent sends too much, or all agents of its account together do'
        throw new AppError('too_many', message, { retryAfterSeconds: waitMs / 1000 })
      }
      const createdAt = new Date(now()).toISOString()
      const recordId = randomUUID()
      const item: SentItem = { ...pushed, seq: null, at: createdAt, recordId }
      const { promise, resolve, reject } = Promise.withResolvers<boolean>()
      ingest.queue(sender, randomUUID(), [item], (receipt) => resolve(receipt !== null))?.catch(reject)
      if (!(await promise)) throw new AppError('unavailable', 'The data could not be stored; send them again')
      onPosted(agent.id)
      const { data, dataType, tags = [] } = item
      if (data === undefined) return []
      return [{ _id: recordId, agentId: agent.id, createdAt, dataType, tags, data: { data } }]
    },
  }
}
export type TelemetryService = ReturnType<typeof createTelemetryService>
