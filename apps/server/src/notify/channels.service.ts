import { randomUUID } from 'node:crypto'
import {
  type AlertChannel,
  type AlertChoices,
  type alertChannels,
  CHANNELS_MAX,
  type ChannelInput,
} from '@atalaya/contract/alert-channels'
import type { Data, Input } from '@atalaya/contract/route'
import { severity } from '@atalaya/contract/severity'
import { acceptZone } from '#server/alerts/zones.ts'
import type { Actor } from '#server/domain/actors.ts'
import { AppError } from '#server/domain/errors.ts'
import type { Live } from '#server/events/live.ts'
import type { Rate } from '#server/limits/limits.ts'
import type { RateLimits } from '#server/limits/rate-limits.ts'
import type { Outbound } from '#server/net/outbound.ts'
import type { SecretBox } from '#server/secrets/secret-box.ts'
import { type AddressFields, type Send, sealOwner } from './channels/send.ts'
import type { ChannelRow, ChannelsRepo } from './channels.repo.ts'
import { NO_CHOICES } from './channels.repo.ts'
import type { MessagesRepo } from './messages.repo.ts'
import { type Parts, partsOf, placeHash, readablePart, refuseImpossible } from './places.ts'
import type { Senders } from './senders.ts'
import { waitOf } from './when.ts'

type Needs = {
  repo: ChannelsRepo
  messages: Pick<MessagesRepo, 'log' | 'holdUntil'>
  senders: Pick<Senders, 'findSmtp' | 'findTelegramToken' | 'pushKeys'>
  box: SecretBox
  outbound: Outbound
  send: Send
  limits: RateLimits
  live: Pick<Live, 'emit'>
  now: () => number
}

export const testRate: Rate = {
  name: 'alert tests',
  max: 20,
  windowMs: 5 * 60_000,
  message: 'You have sent many tests within a few minutes; try again later',
  code: 'alerts.too_many_tests',
}

const UNTRIED = { last_at: null, last_is_good: null, last_text: null }

/** Channels of people, with their quiet hours and their time for a digest. */
export function createChannels(needs: Needs) {
  const { repo, messages, senders, box, outbound, send, limits, live, now } = needs

  async function findBy(actor: Actor, isWanted: (channel: ChannelRow) => boolean): Promise<ChannelRow> {
    const row = (await repo.listOf([actor.userId])).find(isWanted)
    if (!row) throw new AppError('not_found', 'There is no such channel', { code: 'alerts.no_channel' })
    return row
  }
  const find = (actor: Actor, id: string) => findBy(actor, (channel) => channel.id === id)
  const announceChange = ({ userId }: Actor) => live.emit({ type: 'alerts.changed', data: {} }, { userIds: [userId] })

  /** Address of a channel; without its secrets if another key sealed them. */
  function addressFieldsOf({ id, user_id, address, sealed }: ChannelRow): AddressFields {
    const isOurs = sealed !== null && box.isOurs(sealed)
    return { ...JSON.parse(address), ...(isOurs ? JSON.parse(box.open(sealed, sealOwner(user_id, id))) : {}) }
  }

  function rowOf(actor: Actor, id: string, { name, isOn, from, tellsEnd, address }: ChannelInput, parts: Parts) {
    const hasSecret = Object.keys(parts.secret).length > 0
    return {
      id,
      user_id: actor.userId,
      kind: address.kind,
      name,
      is_on: isOn ? 1 : 0,
      severity: from,
      tells_end: tellsEnd ? 1 : 0,
      shown: parts.shown,
      address: JSON.stringify(parts.open),
      sealed: hasSecret ? box.seal(JSON.stringify(parts.secret), sealOwner(actor.userId, id)) : null,
      place_hash: placeHash(address.kind, parts.place),
    }
  }

  /** Replaces the channel with this address. Seals the secrets for its id, which another tab may have chosen. */
  async function replace(actor: Actor, input: ChannelInput, parts: Parts): Promise<string> {
    const hash = placeHash(input.address.kind, parts.place)
    const { id } = await findBy(actor, ({ place_hash }) => place_hash === hash)
    await repo.update(id, { ...rowOf(actor, id, input, parts), ...UNTRIED })
    return id
  }

  return {
    async list(actor: Actor): Promise<Data<typeof alertChannels.list>> {
      const [smtp, token] = [await senders.findSmtp(), await senders.findTelegramToken()]
      const { publicKey: pushKey } = await senders.pushKeys()
      return {
        channels: (await repo.listOf([actor.userId])).map(toChannel),
        choices: (await repo.choicesOf([actor.userId])).get(actor.userId) ?? NO_CHOICES,
        offered: { email: smtp !== null, telegram: token !== null, pushKey },
      }
    },

    /** Adds a channel. If the account has one with this address, that one is changed. */
    async add(actor: Actor, input: ChannelInput): Promise<AlertChannel> {
      const parts = partsOf(input.address)
      await refuseImpossible(input.address.kind, parts, outbound)
      const existing = await repo.listOf([actor.userId])
      const row = rowOf(actor, randomUUID(), input, parts)
      const isKnown = existing.some(({ place_hash }) => place_hash === row.place_hash)
      if (!isKnown && existing.length >= CHANNELS_MAX) throw tooMany()
      const isNew = !isKnown && (await repo.add({ ...row, ...UNTRIED, created_at: now() }))
      const id = isNew ? row.id : await replace(actor, input, parts)
      announceChange(actor)
      return toChannel(await find(actor, id))
    },

    async edit(actor: Actor, id: string, input: ChannelInput): Promise<AlertChannel> {
      const current = await find(actor, id)
      if (current.kind !== input.address.kind) throw otherKind()
      // A browser's subscription is never shown, so that it can't be sent back.
      const parts = partsOf(input.address, addressFieldsOf(current))
      await refuseImpossible(input.address.kind, parts, outbound)
      const row = rowOf(actor, id, input, parts)
      const isTaken = (await repo.listOf([actor.userId])).some(
        (channel) => channel.id !== id && channel.place_hash === row.place_hash,
      )
      if (isTaken) throw sameAddress()
      await repo.update(id, row)
      announceChange(actor)
      return toChannel(await find(actor, id))
    },

    async remove(actor: Actor, id: string): Promise<void> {
      await find(actor, id)
      await repo.remove(id)
      announceChange(actor)
    },

    /** Sends a test at once, even in quiet hours, and returns the other side's answer. */
    async test(actor: Actor, id: string): Promise<Data<typeof alertChannels.test>> {
      const row = await find(actor, id)
      limits.spend(testRate, actor.userId)
      const { isGood, text } = await send(row, {
        id: randomUUID(),
        title: 'Atalaya can reach you here',
        body: 'This is a test: nothing is wrong.',
        severity: 'info',
        what: 'opened',
        incidentId: null,
        link: undefined,
      })
      await repo.recordAnswer(id, { at: now(), isGood, text })
      announceChange(actor)
      return { isGood, answer: text }
    },

    async choose(actor: Actor, choices: AlertChoices): Promise<void> {
      for (const zone of [choices.quiet?.zone, choices.digest?.zone]) {
        if (zone !== undefined) acceptZone(zone)
      }
      if (choices.quiet && choices.quiet.from === choices.quiet.to) throw noHours()
      await repo.choose(actor.userId, choices)
      for (const option of severity.options) {
        const wait = waitOf(choices, option, now()) ?? { until: now(), reason: '' }
        await messages.holdUntil(actor.userId, option, wait)
      }
      announceChange(actor)
    },

    async log(actor: Actor, { limit, ...part }: Input<typeof alertChannels.messages>['query']) {
      // One more than requested: it shows that there is a next page.
      const entries = await messages.log(actor.userId, { ...part, limit: limit + 1 })
      const page = entries.slice(0, limit)
      return { messages: page, next: entries.length > limit ? (page.at(-1)?._id ?? null) : null }
    },
  }
}
export type Channels = ReturnType<typeof createChannels>

function toChannel(row: ChannelRow): AlertChannel {
  const { last_at: at, last_text: text, shown, kind } = row
  return {
    _id: row.id,
    name: row.name,
    isOn: row.is_on === 1,
    from: row.severity,
    tellsEnd: row.tells_end === 1,
    kind,
    shown,
    address: readablePart(kind, JSON.parse(row.address), shown),
    last: at === null ? null : { at: new Date(at).toISOString(), isGood: row.last_is_good === 1, text: text ?? '' },
    createdAt: new Date(row.created_at).toISOString(),
  }
}

const noHours = () =>
  new AppError('bad_request', 'Quiet hours must begin and end at different times', { code: 'alerts.no_hours' })
const otherKind = () =>
  new AppError('bad_request', 'The kind of a channel cannot be changed: add another channel', {
    code: 'alerts.other_kind',
  })
const sameAddress = () =>
  new AppError('conflict', 'Another of your channels goes there already', { code: 'alerts.same_place' })
const tooMany = () =>
  new AppError('conflict', `You have ${CHANNELS_MAX} channels, the maximum; remove some`, {
    code: 'alerts.too_many_channels',
  })
