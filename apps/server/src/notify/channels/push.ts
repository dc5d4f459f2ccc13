import type { Outbound } from '#server/net/outbound.ts'
import { ask } from './ask.ts'
import type { SendTo } from './send.ts'

/** The server's keys for pushes (VAPID, RFC 8292), base64url. */
export type PushKeys = { publicKey: string; privateKey: string }

/** The library is loaded when it is needed first. It only builds requests here; `outbound` sends them. */
const library = async () => (await import('web-push')).default

export const newPushKeys = async (): Promise<PushKeys> => (await library()).generateVAPIDKeys()

/** Lifetime of a push in seconds. A later one would be outdated. */
const LIFETIME_S = 4 * 3600
/** Answer for an ended subscription. */
const GONE = /^(404|410)\b/
/** Maximum characters of title and body: push services take only some KB. */
const TITLE_MAX = 200
const BODY_MAX = 1000

type Needs = { outbound: Outbound; contact: string; keys(): Promise<PushKeys> }

/** Web Push (RFC 8030), encrypted for the browser (RFC 8291). */
export function createPush({ outbound, contact, keys }: Needs): SendTo {
  return async ({ endpoint = '', p256dh = '', auth = '' }, message) => {
    const { title, body, severity, what, incidentId } = message
    const payload = { title: title.slice(0, TITLE_MAX), body: body.slice(0, BODY_MAX), severity, what, incidentId }
    const request = (await library()).generateRequestDetails(
      { endpoint, keys: { p256dh, auth } },
      JSON.stringify(payload),
      {
        vapidDetails: { subject: contact, ...(await keys()) },
        TTL: LIFETIME_S,
        urgency: severity === 'critical' ? 'high' : 'normal',
        contentEncoding: 'aes128gcm',
      },
    )
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
    const sent = await ask(outbound, endpoint, { headers, body: request.body })
    return { ...sent, ...(GONE.test(sent.text) && { isGone: true }) }
  }
}
