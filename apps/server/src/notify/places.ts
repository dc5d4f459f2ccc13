import { createHash } from 'node:crypto'
import type { ChannelAddress } from '@atalaya/contract/alert-channels'
import { AppError } from '#server/domain/errors.ts'
import { canBeAllowed } from '#server/net/addresses.ts'
import type { Outbound } from '#server/net/outbound.ts'
import type { AddressFields } from './channels/send.ts'
import { fill, placeholders, TemplateError } from './channels/template.ts'

/**
 * Parts of a channel's address: the masked form (`shown`), the readable fields (`open`) and those to seal (`secret`).
 * `place` identifies the recipient, such as the e-mail address in lower case. An account has one channel to each place.
 */
export type Parts = { shown: string; open: AddressFields; secret: AddressFields; place: string }

/** URL without its path, which may contain a secret: `https://example.org/…`. */
const maskOf = (url: string) => `${new URL(url).origin}/…`

/** Takes an address apart. Absent or masked parts are those of the `stored` one. */
export function partsOf(address: ChannelAddress, stored: AddressFields = {}): Parts {
  switch (address.kind) {
    case 'push': {
      const { endpoint, keys } = address
      return { shown: new URL(endpoint).host, open: {}, secret: { endpoint, ...keys }, place: endpoint }
    }
    case 'email':
      return { shown: address.to, open: { to: address.to }, secret: {}, place: address.to.toLowerCase() }
    case 'ntfy': {
      const { server, topic, token = stored.token } = address
      const shown = `${new URL(server).host}/${topic}`
      return { shown, open: { server, topic }, secret: presentFields({ token }), place: shown }
    }
    case 'telegram':
      return { shown: address.chatId, open: { chatId: address.chatId }, secret: {}, place: address.chatId }
    case 'webhook': {
      const isMasked = stored.url !== undefined && address.url === maskOf(stored.url)
      const url = isMasked ? (stored.url ?? '') : address.url
      const { template, secret = stored.secret } = address
      const open = presentFields({ template })
      return { shown: maskOf(url), open, secret: presentFields({ url, secret }), place: url }
    }
  }
}

/** Part of a channel's address that its owner may read again. */
export const readablePart = (kind: ChannelAddress['kind'], open: AddressFields, shown: string): AddressFields =>
  kind === 'webhook' ? { ...open, url: shown } : open

export const placeHash = (kind: string, place: string): string =>
  createHash('sha256').update(`${kind} ${place}`).digest('hex')

const presentFields = (fields: Record<string, string | undefined>): AddressFields =>
  Object.fromEntries(Object.entries(fields).filter((entry): entry is [string, string] => Boolean(entry[1])))

const sampleValues = placeholders({
  id: 'id',
  title: 'Title',
  body: 'Text',
  severity: 'info',
  what: 'opened',
  incidentId: null,
  link: undefined,
})

/** Refuses an address to which nothing could ever be sent. @throws AppError bad_request with the reason */
export async function refuseImpossible(kind: ChannelAddress['kind'], { open, secret }: Parts, outbound: Outbound) {
  try {
    if (open.template) fill(open.template, sampleValues)
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error
    throw new AppError('bad_request', error.message, { code: 'alerts.bad_template' })
  }
  const url = { push: secret.endpoint, ntfy: open.server, webhook: secret.url, email: undefined, telegram: undefined }[
    kind
  ]
  if (url !== undefined) await refuseForbiddenHost(new URL(url), outbound)
}

/** @throws AppError bad_request for an address that is not found, or that `outbound` refuses */
export async function refuseForbiddenHost({ hostname, port, protocol }: URL, outbound: Outbound): Promise<void> {
  const host = hostname.replace(/^\[|\]$/g, '')
  const portNumber = Number(port) || (protocol === 'https:' ? 443 : 80)
  await outbound.resolve(host, portNumber).catch(() => {
    throw refusedAddress(host)
  })
}

const EXAMPLE = '192.168.1.20 or 192.168.1.0/24'

/** Error that says how to allow the address. Missing and forbidden ones get one text, so that nobody can probe them. */
export function refusedAddress(host: string): AppError {
  const example = canBeAllowed(host) ? host : EXAMPLE
  return new AppError(
    'bad_request',
    `${host} was not found, or is at an address that this server may not ask. An administrator allows addresses of your own network when the server starts, for example ALLOW_PRIVATE_HOSTS=${example}`,
    { code: 'alerts.refused_address' },
  )
}
