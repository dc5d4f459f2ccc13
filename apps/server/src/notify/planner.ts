import { createInForce, type SilencesInForce } from '#server/alerts/in-force.ts'
import { type Silence, silenceOver } from '#server/alerts/silencing.ts'
import type { Repos, RunInTransaction } from '#server/compose/repos.ts'
import { type ChannelRow, type ChannelsRepo, NO_CHOICES } from './channels.repo.ts'
import { type Decision, decide, type OpeningState } from './decisions.ts'
import type { DueNotice, Incident, MessagesRepo, NewMessage, OpeningDecision } from './messages.repo.ts'
import { textsOf } from './texts.ts'
import { SUMMED_UP } from './when.ts'

const HOUR_MS = 3_600_000
const NOTICES_PER_BATCH = 200
/** Delay before a silenced message is decided again. */
const SILENCED_MS = 60_000
/** Number of machines that a message names. */
const NAMED_MAX = 10

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
type Person = { userId: string; channels: ChannelRow[] }

/** Decides on messages to people, and writes the reasons for and against them. */
export function createPlanner({ repo, tx, onError, now }: Needs) {
  /** Recipients: the rule's author, or the administrators for a rule of the fleet. */
  async function peopleOf({ notice, incident }: DueNotice, openings: OpeningDecision[]): Promise<Person[]> {
    const step = notice.step === null ? undefined : (await repo.rules.escalationOf(incident.rule_id))[notice.step]
    const isForAll = incident.owner_id === null || step?.tell === 'administrators'
    // The end goes to all recipients of the beginning, also to administrators who got it by escalation.
    const recipients = notice.what === 'ended' ? openings.map(({ userId }) => userId) : []
    const ids = await repo.channels.listActive(isForAll ? 'administrators' : [incident.owner_id ?? '', ...recipients])
    const channels = Map.groupBy(await repo.channels.listOf(ids), ({ user_id }) => user_id)
    return ids.map((userId) => ({ userId, channels: channels.get(userId) ?? [] }))
  }

  /** Silence of an incident; undefined unless all its firing agents are silenced. */
  async function findSilence(incident: Incident, inForce: SilencesInForce): Promise<Silence | undefined> {
    if (!(await repo.silences.hasAny())) return undefined
    const subject = { id: incident.id, ruleId: incident.rule_id, ownerId: incident.owner_id }
    let first: Silence | undefined
    for await (const firing of repo.incidents.firingAgents([incident])) {
      const silences = await inForce.silencesOver(subject, firing)
      const over = firing.map((agent) => silenceOver(silences, subject, agent))
      if (over.includes(undefined)) return undefined
      first ??= over[0]
    }
    return first
  }

  async function plan(due: DueNotice, inForce: SilencesInForce): Promise<void> {
    const { notice, incident } = due
    const openings = await repo.messages.openingDecisions(incident.id)
    const people = await peopleOf(due, openings)
    const userIds = people.map(({ userId }) => userId)
    const silence = await findSilence(incident, inForce)
    const silenced = silence && reasonOf(silence)
    const [choices, loads] = [
      await repo.channels.choicesOf(userIds),
      await repo.messages.messageCounts(userIds, now() - HOUR_MS),
    ]
    const beginnings = beginningStates(openings)
    const names = incident.agents > 1 ? await repo.incidents.firingNames(incident.id, NAMED_MAX) : []
    const texts = textsOf(incident, notice.what, names)

    const messages = people.flatMap(({ userId, channels }): NewMessage[] => {
      const message = (channel: ChannelRow | undefined, decision: Decision) =>
        messageOf(due, texts, { userId, channel }, decision, now())
      if (channels.length === 0) return [message(undefined, { state: 'left out', reason: 'You have no channel' })]
      const counts = loads.get(userId) ?? { recent: 0, waiting: 0 }
      return channels.map((channel) => {
        const decision = decide({
          what: notice.what,
          severity: incident.severity,
          isOver: incident.ended_at !== null,
          silenced,
          acknowledgedBy: incident.acknowledged_by,
          beginning: beginnings.get(channel.id) ?? 'no',
          counts,
          now: now(),
          choices: choices.get(userId) ?? NO_CHOICES,
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

    await tx(async (repos) => {
      await repos.messages.saveDecisions(messages)
      if (notice.what === 'ended') {
        await repos.messages.cancelOpeningMessages(incident.id, 'It was over before you were told')
      }
      // A silence may end before the incident does.
      const isPutOff = silence !== undefined && notice.what !== 'ended' && incident.ended_at === null
      if (isPutOff) await repos.messages.postponeNotice(notice.seq, now() + SILENCED_MS)
      else await repos.messages.dropNotice(notice.seq)
    })
  }

  /** Postpones delayed messages that have been silenced since, until the silence is over. */
  async function putOffSilenced(inForce: SilencesInForce): Promise<void> {
    for (const incident of await repo.messages.incidentsOfDelayedMessages(now(), NOTICES_PER_BATCH)) {
      const silence = await findSilence(incident, inForce)
      if (silence)
        await repo.messages.postponeMessages(incident.id, now(), {
          until: now() + SILENCED_MS,
          reason: reasonOf(silence),
        })
    }
  }

  return {
    /** Plans the due notices; returns their number. */
    async planDue(): Promise<number> {
      const inForce = createInForce(repo.silences, now())
      await putOffSilenced(inForce)
      const due = await repo.messages.dueNotices(now(), NOTICES_PER_BATCH)
      // A failed recipient does not delay the others.
      for (const notice of due) await plan(notice, inForce).catch(onError)
      return due.length
    },
  }
}
export type Planner = ReturnType<typeof createPlanner>

function reasonOf({ byName, until, times }: Silence): string {
  if (times) return `Maintenance, planned by ${byName}`
  if (until === null) return `Silenced by ${byName} until it is back`
  return `Silenced by ${byName} until ${new Date(until).toISOString().slice(0, 16).replace('T', ' ')} UTC`
}

/** State of the opening message by channel. A waiting one can still be cancelled; a sent one can't. */
function beginningStates(openings: OpeningDecision[]): Map<string, OpeningState> {
  const states = new Map<string, OpeningState>()
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
  texts: { title: string; body: string },
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
