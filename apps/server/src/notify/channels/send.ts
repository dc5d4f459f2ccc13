import type { ChannelKind } from '@atalaya/contract/alert-channels'
import { SealError, type SecretBox } from '#server/secrets/secret-box.ts'
import type { ChannelRow } from '../channels.repo.ts'
import type { MessageRow } from '../messages.repo.ts'
import { BODY_MAX } from '../texts.ts'

/** A message as it is sent; `id` is the same however often it is sent. */
export type Outgoing = Pick<MessageRow, 'title' | 'body' | 'severity' | 'what'> & {
  id: string
  incidentId: string | null
  /** Link to the full view; undefined if this server has no public address. */
  link: string | undefined
}
/** Answer of the other side. */
export type SendResult = {
  isGood: boolean
  text: string
  /** Permanent failure: a retry would get the same answer. */
  isRefused?: boolean
  /** The recipient no longer exists: the channel is removed. */
  isGone?: boolean
  retryAfterMs?: number
}

/** Address of a channel's other end, with its secret fields. */
export type AddressFields = Record<string, string>
export type SendTo = (address: AddressFields, message: Outgoing) => Promise<SendResult>
export type Send = (channel: ChannelRow, message: MessageRow | Outgoing) => Promise<SendResult>

type Needs = { box: SecretBox; kinds: Record<ChannelKind, SendTo>; publicUrl: string | undefined }

/** Owner under which a channel's secrets are sealed. */
export const sealOwner = (userId: string, channelId: string) => `alert channel ${userId} ${channelId}`

/** Sends a message to a channel of any kind. Never throws: a failure is in the answer. */
export function createSend({ box, kinds, publicUrl }: Needs): Send {
  return async (channel, message) => {
    try {
      const secrets = channel.sealed === null ? '{}' : box.open(channel.sealed, sealOwner(channel.user_id, channel.id))
      const address: AddressFields = { ...JSON.parse(channel.address), ...JSON.parse(secrets) }
      return await kinds[channel.kind](address, 'notice_key' in message ? toOutgoing(message, publicUrl) : message)
    } catch (error) {
      if (error instanceof SealError) {
        return { isGood: false, isRefused: true, text: 'Its secret was encrypted with another key: enter it again' }
      }
      return { isGood: false, text: error instanceof Error ? error.message : String(error) }
    }
  }
}

/** Cuts a body after a whole line, to the length in bytes that every service takes. */
function shorten(body: string): string {
  const bytes = Buffer.from(body)
  if (bytes.length <= BODY_MAX) return body
  const lines = bytes.subarray(0, bytes.lastIndexOf('\n', BODY_MAX)).toString('utf8')
  return `${lines}\n… and more in Atalaya`
}

function toOutgoing(message: MessageRow, publicUrl: string | undefined): Outgoing {
  const { id, title, body, severity, what, incident_id: incidentId } = message
  const path = incidentId === null ? '/alerts' : `/alerts/${incidentId}`
  const link = publicUrl && new URL(path, publicUrl).href
  return { id, title, body: shorten(body), severity, what, incidentId, link }
}
