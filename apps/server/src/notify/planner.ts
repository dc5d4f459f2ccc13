import type { AlertChoices } from '@atalaya/contract/alert-channels'
import { createInForce, type SilencesInForce } from '#server/alerts/in-force.ts'
import type { Repos, RunInTransaction } from '#server/compose/repos.ts'
import { inParts } from '#server/domain/in-parts.ts'
import { type ChannelRow, type ChannelsRepo, NO_CHOICES } from './channels.repo.ts'
import { type Decision, decide, type OpeningState } from './decisions.ts'
import type { DueNotice, MessageCounts, MessagesRepo, NewMessage, OpeningDecision } from './messages.repo.ts'
import { createSilencedIncidents, reasonOf, SILENCED_MS } from './silenced-incidents.ts'
import { textsOf } from './texts.ts'
import { SUMMED_UP } from './when.ts'

const HOUR_MS = 3_600_000
const NOTICES_PER_BATCH = 200
/** People whose messages one turn of the event loop decides and one statement stores; each may have 20 channels. */
const PEOPLE_PER_BATCH = 20

/** Number of machines that a message names. */
const NAMED_MAX = 10

const ALREADY_OVER = 'It was over before you were told'

/** Counts of people's messages during a round, kept up to date with its decisions: reading them takes long. */
type Counts = Map<string, MessageCounts>
/** Some recipients, their channels, and their counts before the decision. */
type People = {
  userIds: string[]
  channelsOf: Map<string, ChannelRow[]>
  choices: Map<string, AlertChoices>
  counts: Counts
}

type Texts = Pick<NewMessage, 'title' | 'body'>
/** A notice to decide on. `silenced`: the reason why its incident is silenced, if it is. */
type NoticeFacts = { due: DueNotice; texts: Texts; silenced: string | undefined }

type Needs = {
  repo: {
    messages: MessagesRepo
    channels: ChannelsRepo
    incidents: Pick<Repos['incidents'], 'firingAgents' | 'firingNames'>
    silences: Pick<Repos['silences'], 'hasAny' | 'listOfFleet' | 'listOfOwners'>
    rules: Pick<Repos['alertRules'], 'escalationOf'>
  }
  tx: RunInTransaction<'messages'>
  onError(error: unknown): void
  now: () => number
}

/** Decides on messages to people, and writes the reasons for and against them. */
export function createPlanner({ repo, tx, onError, now }: Needs) {
  const silencedIncidents = createSilencedIncidents({ repo, now })

  /** Recipients: the rule's author, or the administrators for a rule of the fleet. */
  async function recipientsOf({ notice, incident }: DueNotice): Promise<string[]> {
    const step = notice.step === null ? undefined : (await repo.rules.escalationOf(incident.rule_id))[notice.step]
    if (incident.owner_id === null || step?.tell === 'administrators') return repo.channels.listActive('administrators')
    // The end goes to all recipients of the beginning, also to administrators who got it by escalation.
    const others = notice.what === 'ended' ? await repo.messages.openingRecipients(incident.id) : []
    return repo.channels.listActive([incident.owner_id, ...others])
  }

  /** Adds the counts of people that are not known yet. */
  async function readCounts(counts: Counts, userIds: string[]): Promise<void> {
    const unknown = userIds.filter((id) => !counts.has(id))
    for (const [id, known] of await repo.messages.messageCounts(unknown, now() - HOUR_MS)) counts.set(id, known)
  }

  async function readPeople(userIds: string[], counts: Counts): Promise<People> {
    const channelsOf = Map.groupBy(await repo.channels.listOf(userIds), ({ user_id }) => user_id)
    await readCounts(counts, userIds)
    return { userIds, channelsOf, choices: await repo.channels.choicesOf(userIds), counts }
  }

  /** Messages of a notice to some people, and their counts with these. Changes nothing: a transaction may run again. */
  function decideFor(people: People, states: Map<string, OpeningState>, { due, texts, silenced }: NoticeFacts) {
    const { notice, incident } = due
    const newCounts: Counts = new Map()
    const messages = people.userIds.flatMap((userId): NewMessage[] => {
      const channels = people.channelsOf.get(userId) ?? []
      const message = (channel: ChannelRow | undefined, decision: Decision) =>
        messageOf(due, texts, { userId, channel }, decision, now())
      if (channels.length === 0) return [message(undefined, { state: 'left out', reason: 'You have no channel' })]
      const counts = { ...(people.counts.get(userId) ?? { recent: 0, waiting: 0 }) }
      newCounts.set(userId, counts)
      return channels.map((channel) => {
        const decision = decide({
          what: notice.what,
          severity: incident.severity,
          isOver: incident.ended_at !== null,
          silenced,
          acknowledgedBy: incident.acknowledged_by,
          opening: states.get(channel.id) ?? 'no',
          counts,
          now: now(),
          choices: people.choices.get(userId) ?? NO_CHOICES,
          channel: {
            id: channel.id,
            isOn: channel.is_on === 1,
            minSeverity: channel.severity,
            tellsEnd: channel.tells_end === 1,
          },
        })
        if (decision.state === 'waiting') counts.recent += 1
        if (decision.state !== 'left out') counts.waiting += 1
        return message(channel, decision)
      })
    })
    return { messages, newCounts }
  }

  /** Stores the messages of a notice in parts, then drops it. If that is interrupted, the next run adds the rest. */
  async function plan(due: DueNotice, inForce: SilencesInForce, counts: Counts): Promise<void> {
    const { notice, incident } = due
    const isEnd = notice.what === 'ended'
    const silence = await silencedIncidents.find(incident, inForce)
    const names = isEnd || incident.agents === 1 ? [] : await repo.incidents.firingNames(incident.id, NAMED_MAX)
    const texts = textsOf(incident, notice.what, names)
    const facts = { due, texts, silenced: silence && reasonOf(silence) }
    for await (const userIds of inParts(await recipientsOf(due), PEOPLE_PER_BATCH)) {
      const people = await readPeople(userIds, counts)
      const newCounts = await tx(async ({ messages }) => {
        // Cancels first: an opening that is sent meanwhile is not cancelled, and gets an end.
        const cancelled = isEnd ? await messages.cancelOpeningMessages(incident.id, ALREADY_OVER, userIds) : []
        const openings = isEnd ? await messages.openingDecisions(incident.id, userIds) : []
        const decided = decideFor(people, openingStates(cancelled, openings), facts)
        await messages.saveDecisions(decided.messages)
        return decided.newCounts
      })
      for (const [userId, count] of newCounts) {
        if (isEnd) counts.delete(userId)
        else counts.set(userId, count)
      }
    }

    await tx(async (repos) => {
      if (isEnd) await repos.messages.cancelOpeningMessages(incident.id, ALREADY_OVER)
      // A silence may end before the incident does.
      const isPutOff = silence !== undefined && !isEnd && incident.ended_at === null
      if (isPutOff) await repos.messages.postponeNotice(notice.seq, now() + SILENCED_MS)
      else await repos.messages.dropNotice(notice.seq)
    })
  }

  return {
    /** Plans the due notices; returns their number. */
    async planDue(): Promise<number> {
      const inForce = createInForce(repo.silences, now())
      await silencedIncidents.putOff(inForce, NOTICES_PER_BATCH)
      const due = await repo.messages.dueNotices(now(), NOTICES_PER_BATCH)
      const counts: Counts = new Map()
      for (const notice of due) {
        // A failed recipient does not delay the others.
        await plan(notice, inForce, counts).catch((error) => {
          counts.clear()
          onError(error)
        })
      }
      return due.length
    },
  }
}
export type Planner = ReturnType<typeof createPlanner>

/** State of the opening message by channel, given the channels where it was cancelled. */
function openingStates(cancelled: string[], openings: OpeningDecision[]): Map<string, OpeningState> {
  const states = new Map(cancelled.map((channelId): [string, OpeningState] => [channelId, 'waits']))
  for (const { channelId, state, reason } of openings) {
    if (state === 'failed' || (state === 'left out' && reason !== SUMMED_UP)) continue
    const isWaiting = state === 'waiting' || state === 'held'
    if (!isWaiting || !states.has(channelId)) states.set(channelId, isWaiting ? 'waits' : 'yes')
  }
  return states
}

type Receiver = { userId: string; channel: ChannelRow | undefined }

function messageOf(
  { notice, incident }: DueNotice,
  texts: Texts,
  { userId, channel }: Receiver,
  decision: Decision,
  now: number,
) {
  return {
    notice_key: `${notice.seq}:${userId}:${channel?.id ?? ''}`,
    user_id: userId,
    channel_id: channel?.id ?? null,
    channel_kind: channel?.kind ?? null,
    channel_name: channel?.name ?? null,
    incident_id: incident.id,
    what: notice.what,
    severity: incident.severity,
    ...texts,
    state: decision.state,
    reason: decision.reason,
    due_at: decision.state === 'held' ? decision.until : now,
    created_at: now,
  } satisfies NewMessage
}
