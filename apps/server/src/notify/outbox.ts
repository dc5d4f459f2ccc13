import { randomUUID } from 'node:crypto'
import type { Repos, RunInTransaction } from '#server/compose/repos.ts'
import type { Send, SendResult } from './channels/send.ts'
import type { ChannelRow, ChannelsRepo } from './channels.repo.ts'
import type { MessageRow } from './messages.repo.ts'
import type { OutboxRepo } from './outbox.repo.ts'
import { summaryOf } from './texts.ts'

const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS
const DUE_BATCH_SIZE = 500
/** Channels to which messages are sent at a time. */
const PARALLEL = 6
/** Maximum of channels in one round. */
const ROUND_MAX = 30
/** Longer than sending a message can take. */
const LEASE_MS = 60 * SECOND_MS
const RETRY_FIRST_MS = 10 * SECOND_MS
const RETRY_MAX_MS = 15 * MINUTE_MS
/** Maximum number of tries; their pauses last almost two hours together. */
const TRIES_MAX = 14
/** Maximum of separate messages for one channel; more are summed up. Delayed messages always are. */
const SINGLE_MAX = 3

type Needs = {
  repo: { outbox: OutboxRepo; channels: ChannelsRepo }
  tx: RunInTransaction<'channels' | 'outbox'>
  send: Send
  now: () => number
}

/**
 * Sends due messages, one at a time to each channel. Claims a message first, so that no other instance sends it. If the
 * claimer dies the message is sent again. The copy is marked, unless the channel itself detects repetitions.
 */
export function createOutbox({ repo, tx, send, now }: Needs) {
  const holder = randomUUID()

  /** Picks the next message of a channel. Merges several into a summary instead, which the next round finds as due. */
  async function pickOrMerge(channel: ChannelRow, due: MessageRow[]): Promise<MessageRow | undefined> {
    const isDelayed = due.some(({ state, tries, what }) => state === 'held' || tries > 0 || what === 'summary')
    if (due.length <= (isDelayed ? 1 : SINGLE_MAX)) return due[0]
    const id = randomUUID()
    const worst =
      due.find(({ severity }) => severity === 'critical') ?? due.find(({ severity }) => severity === 'warning')
    await tx(({ outbox }) =>
      outbox.merge(
        due.map((message) => message.id),
        {
          id,
          notice_key: `summary:${id}`,
          user_id: channel.user_id,
          channel_id: channel.id,
          channel_kind: channel.kind,
          channel_name: channel.name,
          incident_id: null,
          what: 'summary' as const,
          severity: worst?.severity ?? 'info',
          ...summaryOf(due),
          state: 'waiting' as const,
          reason: '',
          tries: Math.max(...due.map(({ tries }) => tries)),
          perhaps_twice: Math.max(...due.map((message) => message.perhaps_twice)),
          due_at: now(),
          holder: null,
          lease_until: null,
          answer: null,
          created_at: now(),
        },
      ),
    )
    return undefined
  }

  async function deliver(channel: ChannelRow, message: MessageRow): Promise<void> {
    if (!(await repo.outbox.claim(message.id, holder, now() + LEASE_MS))) return
    const sent = await send(channel, message)
    await tx(async (repos) => {
      await repos.outbox.saveResult(message.id, holder, outcomeOf(message, sent))
      await recordResult(repos, channel, message, sent)
    })
  }

  async function recordResult(
    repos: Pick<Repos, 'channels' | 'outbox'>,
    channel: ChannelRow,
    message: MessageRow,
    sent: SendResult,
  ): Promise<void> {
    if (sent.isGone) return repos.channels.remove(channel.id)
    await repos.channels.recordAnswer(channel.id, { at: now(), isGood: sent.isGood, text: sent.text })
    if (sent.isGood || sent.isRefused) return
    await repos.outbox.postponeChannel(channel.id, now() + retryDelay(message.tries + 1, sent))
  }

  function outcomeOf(message: MessageRow, sent: SendResult): Partial<MessageRow> {
    const [tries, answer] = [message.tries + 1, sent.text]
    if (sent.isGood) return { state: 'sent', tries, answer }
    if (sent.isGone || sent.isRefused || tries >= TRIES_MAX) return { state: 'failed', tries, answer }
    return { state: 'waiting', tries, answer, due_at: now() + retryDelay(tries, sent) }
  }

  async function sendToChannel(channel: ChannelRow, due: MessageRow[]): Promise<void> {
    const message = await pickOrMerge(channel, due)
    if (message) await deliver(channel, message)
  }

  return {
    /** Sends the next message of each channel that has one. True if there may be more. */
    async sendDue(): Promise<boolean> {
      await repo.outbox.requeueAbandoned(now())
      await repo.outbox.leaveOut(now())
      const due = Map.groupBy(await repo.outbox.listDue(now(), DUE_BATCH_SIZE), ({ channel_id }) => channel_id ?? '')
      const channels = await repo.channels.findMany([...due.keys()].filter(Boolean))
      const queue = channels.slice(0, ROUND_MAX)
      const workers = Array.from({ length: PARALLEL }, async () => {
        for (let channel = queue.shift(); channel; channel = queue.shift()) {
          await sendToChannel(channel, due.get(channel.id) ?? [])
        }
      })
      await Promise.all(workers)
      return channels.length > 0
    },
  }
}
export type Outbox = ReturnType<typeof createOutbox>

/** Delay in ms: doubles with each try, is at least what the other side asks for, and has a maximum. */
function retryDelay(tries: number, { retryAfterMs = 0 }: SendResult): number {
  return Math.min(RETRY_MAX_MS, Math.max(retryAfterMs, RETRY_FIRST_MS * 2 ** (tries - 1)))
}
