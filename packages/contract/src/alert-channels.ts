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
/** Absent in a change: as it was. */
const secret = line(500).optional()

/** Where messages go, by kind. Secrets are written and never read. */
export const channelAddress = z.discriminatedUnion('kind', [
  /** A browser's subscription (Push API). */
  z.strictObject({
    kind: z.literal('push'),
    endpoint: z.url({ protocol: /^https$/ }).max(2000),
    /** A point of P-256, uncompressed, and 16 bytes; base64url. */
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
  /** By the bot of the server, which an administrator names. */
  z.strictObject({
    kind: z.literal('telegram'),
    chatId: z.string().regex(/^(-?\d{1,20}|@\w{5,32})$/, 'A chat is a number, or @ and a name'),
  }),
  z.strictObject({
    kind: z.literal('webhook'),
    /** May itself be the secret; it is shown without its path. */
    url: webAddress,
    /** JSON with `{{title}}`, `{{text}}` and the like in its texts; the whole message as JSON when absent. */
    template: z.string().max(8000).optional(),
    /** Signs what is sent: `x-atalaya-signature: t=<seconds>,v1=<HMAC-SHA-256 of "t.body">`. */
    secret,
  }),
])
export type ChannelAddress = z.infer<typeof channelAddress>
export type ChannelKind = ChannelAddress['kind']

const channelFields = {
  name: line(80),
  isOn: z.boolean(),
  /** Tells of nothing that matters less. */
  from: severity,
  /** Whether it tells of the end. */
  tellsEnd: z.boolean(),
}
export const channelInput = z.strictObject({ ...channelFields, address: channelAddress })
export type ChannelInput = z.infer<typeof channelInput>

/** What the other side said last, as it was said. */
const lastAnswer = z.object({ at: instant, isGood: z.boolean(), text: z.string() })

export const alertChannel = z.object({
  _id: id,
  ...channelFields,
  kind: z.enum(['push', 'email', 'ntfy', 'telegram', 'webhook']),
  /** Where it leads, without what is secret: `ann@example.org`, `https://hooks.example.org/…`. */
  shown: z.string(),
  /** The fields of its address that are no secret, to be edited. */
  address: z.record(z.string(), z.string()),
  last: lastAnswer.nullable(),
  createdAt: instant,
})
export type AlertChannel = z.infer<typeof alertChannel>

/** Checked where it is kept: only the server knows the zones for which it has the hours. */
const zone = z.string().min(1).max(64)

/** When somebody wants to hear of what. */
export const alertChoices = z.strictObject({
  /** Between these times of day messages wait, but for critical ones unless those should wait too. */
  quiet: z.strictObject({ from: clockTime, to: clockTime, zone, criticalToo: z.boolean() }).nullable(),
  /** Messages of up to this severity come together once a day. */
  digest: z.strictObject({ at: clockTime, zone, upTo: z.enum(['info', 'warning']) }).nullable(),
})
export type AlertChoices = z.infer<typeof alertChoices>

/** What the other side answered to a test, or why it could not be asked. */
export const testAnswer = z.object({ isGood: z.boolean(), answer: z.string() })

/** Who sends for all: administrators say. Secrets are written and never read. */
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
  /** Is asked every minute while all is well, so that somebody else notices when this server is gone. */
  deadMan: z.strictObject({ url: webAddress }).nullable(),
})
export type AlertSenders = z.infer<typeof alertSenders>
/** As they are read: without secrets, and with what happened last. */
export const sendersView = z.object({
  smtp: z
    .object({
      ...{ host: z.string(), port: z.int(), security: z.enum(['tls', 'starttls', 'none']) },
      ...{ username: z.string(), from: z.string(), hasPassword: z.boolean() },
    })
    .nullable(),
  telegram: z.object({ hasToken: z.boolean() }).nullable(),
  deadMan: z.object({ url: z.string(), last: lastAnswer.nullable() }).nullable(),
})
export type SendersView = z.infer<typeof sendersView>

/** Which channels can be used here. */
const offered = z.object({
  email: z.boolean(),
  telegram: z.boolean(),
  /** What a browser needs for a subscription: the server's public key (VAPID, RFC 8292), base64url. */
  pushKey: z.string(),
})

export const alertChannels = {
  list: route({
    method: 'GET',
    path: '/api/v1/alerts/channels',
    access: 'user',
    scope: null,
    summary: "The caller's channels and choices, and what this server can send by",
    data: z.object({ channels: z.array(alertChannel), choices: alertChoices, offered }),
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
    summary: 'Send a test and answer what the other side said',
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
    summary: 'By what this server sends alerts',
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
    summary: 'Send a test by mail with the kept settings and answer what the mail server said',
    body: z.strictObject({ to: z.email('This is no e-mail address').max(254) }),
    fails: [409],
    data: testAnswer,
  }),
}
