import { z } from 'zod'
import { alertMessage } from './alert-messages.ts'
import { boundedText } from './bounded-text.ts'
import { route } from './route.ts'
import { clockTime, id, idParams, instant, nothing } from './scalars.ts'
import { severity } from './severity.ts'

export const CHANNELS_MAX = 20
const line = (max: number) =>
  boundedText(max)
    .trim()
    .min(1)
    .max(max)
    .regex(/^\P{Cc}*$/u, "It can't contain control characters")
const webAddress = z
  .url({ protocol: /^https?$/, error: 'Give an address that begins with https:// or http://' })
  .max(2000)
/** A secret. Absent in a change: the stored one stays. */
const secret = line(500).optional()

/** Address of a channel, by kind. Secrets can be written but never read. */
export const channelAddress = z.discriminatedUnion('kind', [
  /** A browser's subscription (Push API). */
  z.strictObject({
    kind: z.literal('push'),
    endpoint: z.url({ protocol: /^https$/ }).max(2000),
    /** A P-256 point, uncompressed, and a secret of 16 bytes; both base64url. */
    keys: z.strictObject({
      p256dh: z.string().regex(/^B[\w-]{86}=?$/, 'This is no key of a browser'),
      auth: z.string().regex(/^[\w-]{22}={0,2}$/, 'This is no secret of a browser'),
    }),
  }),
  z.strictObject({ kind: z.literal('email'), to: z.email('This is no e-mail address').max(254) }),
  z.strictObject({
    kind: z.literal('ntfy'),
    server: webAddress.default('https://ntfy.sh'),
    topic: z.string().regex(/^[-_A-Za-z0-9]{1,64}$/, 'A topic has letters, digits, - and _, at most 64'),
    token: secret,
  }),
  /** Sent by the server's bot, which an administrator sets. */
  z.strictObject({
    kind: z.literal('telegram'),
    chatId: z.string().regex(/^(-?\d{1,20}|@\w{5,32})$/, 'A chat is a number, or @ and a name'),
  }),
  z.strictObject({
    kind: z.literal('webhook'),
    /** May itself be the secret, so it is shown without its path. */
    url: webAddress,
    /**
     * JSON whose texts have placeholders such as `{{title}}` and `{{text}}`. If absent, the whole message is sent as
     * JSON.
     */
    template: z.string().max(8000).optional(),
    /** Key for the signature header `x-atalaya-signature: t=<seconds>,v1=<HMAC-SHA-256 of "t.body">`. */
    secret,
  }),
])
export type ChannelAddress = z.infer<typeof channelAddress>
export type ChannelKind = ChannelAddress['kind']

const channelFields = {
  name: line(80),
  isOn: z.boolean(),
  /** Lowest severity that this channel sends. */
  from: severity,
  /** Also sends a message when the alert ends. */
  tellsEnd: z.boolean(),
}
export const channelInput = z.strictObject({ ...channelFields, address: channelAddress })
export type ChannelInput = z.infer<typeof channelInput>

/** Last answer of the other side, in its own words. */
const lastAnswer = z.object({ at: instant, isGood: z.boolean(), text: z.string() })

export const alertChannel = z.object({
  _id: id,
  ...channelFields,
  kind: z.enum(['push', 'email', 'ntfy', 'telegram', 'webhook']),
  /** The address without its secrets: `ann@example.org`, `https://hooks.example.org/…`. */
  shown: z.string(),
  /** Fields of the address that are not secret, for the form. */
  address: z.record(z.string(), z.string()),
  last: lastAnswer.nullable(),
  createdAt: instant,
})
export type AlertChannel = z.infer<typeof alertChannel>

/** The service checks it: only the server knows which zones it has data for. */
const zone = z.string().min(1).max(64)

/** A person's choice of times for messages. */
export const alertChoices = z.strictObject({
  /** Quiet hours: messages wait. Critical ones wait only with `criticalToo`. */
  quiet: z.strictObject({ from: clockTime, to: clockTime, zone, criticalToo: z.boolean() }).nullable(),
  /** Messages up to this severity come together once a day. */
  digest: z.strictObject({ at: clockTime, zone, upTo: z.enum(['info', 'warning']) }).nullable(),
})
export type AlertChoices = z.infer<typeof alertChoices>

/** Answer of the other side to a test, or why it could not be asked. */
export const testAnswer = z.object({ isGood: z.boolean(), answer: z.string() })

/** Senders for everybody, set by administrators. Secrets can be written but never read. */
export const alertSenders = z.strictObject({
  smtp: z
    .strictObject({
      host: line(253),
      port: z.int().min(1).max(65_535),
      security: z.enum(['tls', 'starttls', 'none']),
      username: z.string().max(254).default(''),
      password: secret,
      from: z.email('This is no e-mail address').max(254),
    })
    .nullable(),
  telegram: z.strictObject({ token: secret }).nullable(),
  /** Address that is requested every minute, so that an outside service notices when this server is gone. */
  deadMan: z.strictObject({ url: webAddress }).nullable(),
})
export type AlertSenders = z.infer<typeof alertSenders>
/** Senders without secrets, each with its last answer. */
export const sendersView = z.object({
  smtp: z
    .object({
      host: z.string(),
      port: z.int(),
      security: z.enum(['tls', 'starttls', 'none']),
      username: z.string(),
      from: z.string(),
      hasPassword: z.boolean(),
    })
    .nullable(),
  telegram: z.object({ hasToken: z.boolean() }).nullable(),
  deadMan: z.object({ url: z.string(), last: lastAnswer.nullable() }).nullable(),
})
export type SendersView = z.infer<typeof sendersView>

/** Channels that can be used here. */
const channelSupport = z.object({
  email: z.boolean(),
  telegram: z.boolean(),
  /** The server's public key for browser subscriptions (VAPID, RFC 8292), base64url. */
  pushKey: z.string(),
})

export const alertChannels = {
  list: route({
    method: 'GET',
    path: '/api/v1/alerts/channels',
    access: 'user',
    scope: null,
    summary: "The caller's channels and choices, and what this server can send by",
    data: z.object({ channels: z.array(alertChannel), choices: alertChoices, offered: channelSupport }),
  }),
  add: route({
    method: 'POST',
    path: '/api/v1/alerts/channels',
    bodyBytes: 64 * 1024,
    access: 'user',
    scope: null,
    summary: 'Add a channel; a browser that is there already is the same one',
    body: channelInput,
    fails: [409],
    data: z.object({ channel: alertChannel }),
  }),
  edit: route({
    method: 'PATCH',
    path: '/api/v1/alerts/channels/:id',
    bodyBytes: 64 * 1024,
    access: 'user',
    scope: null,
    summary: 'Replace a channel; a secret that is absent stays',
    params: idParams,
    body: channelInput,
    fails: [409],
    data: z.object({ channel: alertChannel }),
  }),
  remove: route({
    method: 'DELETE',
    path: '/api/v1/alerts/channels/:id',
    access: 'user',
    scope: null,
    summary: 'Remove a channel; what waits for it is dropped',
    params: idParams,
    data: nothing,
  }),
  test: route({
    method: 'POST',
    path: '/api/v1/alerts/channels/:id/test',
    access: 'user',
    scope: null,
    summary: "Send a test and return the other side's answer",
    params: idParams,
    data: testAnswer,
  }),
  choose: route({
    method: 'PATCH',
    path: '/api/v1/alerts/choices',
    bodyBytes: 64 * 1024,
    access: 'user',
    scope: null,
    summary: 'Quiet hours and digest of the caller',
    body: alertChoices,
    data: nothing,
  }),
  messages: route({
    method: 'GET',
    path: '/api/v1/alerts/messages',
    access: 'user',
    scope: null,
    summary: 'Why the caller did or did not get a message, newest first',
    query: z.object({
      limit: z.coerce.number().int().min(1).max(100).default(50),
      before: id.optional(),
      incidentId: id.optional(),
    }),
    data: z.object({ messages: z.array(alertMessage), next: id.nullable() }),
  }),
  senders: route({
    method: 'GET',
    path: '/api/v1/admin/alerts/senders',
    access: 'admin',
    scope: null,
    summary: 'Settings for sending messages about alerts',
    data: z.object({ senders: sendersView }),
  }),
  keepSenders: route({
    method: 'PATCH',
    path: '/api/v1/admin/alerts/senders',
    bodyBytes: 64 * 1024,
    access: 'admin',
    scope: null,
    summary: 'Say by what this server sends alerts; a secret that is absent stays',
    body: alertSenders,
    data: nothing,
  }),
  testMail: route({
    method: 'POST',
    path: '/api/v1/admin/alerts/senders/test',
    access: 'admin',
    scope: null,
    summary: "Send a test by mail with the stored settings and return the mail server's answer",
    body: z.strictObject({ to: z.email('This is no e-mail address').max(254) }),
    fails: [409],
    data: testAnswer,
  }),
}
