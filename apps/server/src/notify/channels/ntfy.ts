import type { Severity } from '@atalaya/contract/severity'
import type { Outbound } from '#server/net/outbound.ts'
import { ask } from './ask.ts'
import type { SendTo } from './send.ts'

const PRIORITIES: Record<Severity, number> = { info: 3, warning: 4, critical: 5 }
const TAGS: Record<Severity, string> = { info: 'information_source', warning: 'warning', critical: 'rotating_light' }

/** Publishes as JSON (https://docs.ntfy.sh/publish/#publish-as-json): the title may have any character. */
export const createNtfy =
  (outbound: Outbound): SendTo =>
  ({ server = '', topic, token }, { title, body, severity, what, link }) =>
    ask(outbound, new URL('/', server).href, {
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      body: JSON.stringify({
        topic,
        title,
        message: body,
        priority: what === 'ended' ? 3 : PRIORITIES[severity],
        tags: [what === 'ended' ? 'white_check_mark' : TAGS[severity]],
        ...(link && { click: link }),
      }),
    })
