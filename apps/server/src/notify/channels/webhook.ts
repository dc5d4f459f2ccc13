import { createHmac } from 'node:crypto'
import type { Outbound } from '#server/net/outbound.ts'
import { ask } from './ask.ts'
import type { SendTo } from './send.ts'
import { fill, placeholders } from './template.ts'

/** Posts a message as JSON, in the channel's template if it has one. `x-atalaya-signature` proves sender and time. */
export const createWebhook =
  (outbound: Outbound, now: () => number): SendTo =>
  ({ url = '', template, secret }, message) => {
    const values = placeholders(message)
    const body = JSON.stringify(template ? fill(template, values) : values)
    const at = Math.floor(now() / 1000)
    const sign = (key: string) => createHmac('sha256', key).update(`${at}.${body}`).digest('hex')
    return ask(outbound, url, {
      headers: {
        'content-type': 'application/json',
        'idempotency-key': message.id,
        ...(secret && { 'x-atalaya-signature': `t=${at},v1=${sign(secret)}` }),
      },
      body,
    })
  }
