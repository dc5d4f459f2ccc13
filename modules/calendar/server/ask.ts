import { type NetAnswer, SourceError, type Tools } from '@atalaya/module-sdk/server'
import type { CalendarConfig, Slot } from './calendar-data.ts'
import type { Answer } from './messages.ts'
import type { TimeRange } from './recurrences.ts'

const ANSWER_MAX_BYTES = 4 * 1024 * 1024
const TIMEOUT_MS = 15_000
const MULTISTATUS = 207
const FIRST_BAD_STATUS = 400
/** Statuses of servers without CalDAV for REPORT: the address is that of a file. */
const NOT_DAV = new Set([400, 404, 405, 415, 422, 501])

/** Fields of one calendar in the form; null without an address. */
export function accessOf(config: CalendarConfig, slot: Slot) {
  const address = config[`address${slot}`]?.trim() ?? ''
  if (address === '') return null
  return { address, user: config[`user${slot}`] ?? '', password: config[`password${slot}`] ?? '' }
}
export type Access = NonNullable<ReturnType<typeof accessOf>>

/**
 * Fetches a calendar. With a user it tries CalDAV first (RFC 4791), else an ICS file.
 * @throws SourceError
 */
export async function askCalendar(slot: Slot, access: Access, { net }: Tools, window: TimeRange): Promise<Answer> {
  const url = webAddress(access.address)
  const { user, password } = access
  const basicCredentials = Buffer.from(`${user}:${password}`).toString('base64')
  const headers: Record<string, string> = user === '' ? {} : { authorization: `Basic ${basicCredentials}` }
  const limits = { timeoutMs: TIMEOUT_MS, maxBytes: ANSWER_MAX_BYTES, service: 'The calendar' }
  if (user !== '') {
    const answer = await net.request(url, {
      ...limits,
      method: 'REPORT',
      headers: { ...headers, depth: '1', 'content-type': 'application/xml; charset=utf-8' },
      body: calendarQuery(window),
    })
    if (answer.status === MULTISTATUS) return { slot, isMultistatus: true, body: answer.body }
    if (!NOT_DAV.has(answer.status)) throwIfRefused(answer)
  }
  const answer = await net.request(url, { ...limits, headers: { ...headers, accept: 'text/calendar' } })
  throwIfRefused(answer)
  return { slot, isMultistatus: false, body: answer.body }
}

/** Calendars are often given as `webcal:`, which is HTTPS. */
function webAddress(address: string): string {
  const url = address.replace(/^webcals?:\/\//i, 'https://')
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) {
    throw new SourceError('The address of a calendar begins with https:// or webcal://')
  }
  return url
}

function throwIfRefused({ status, retryAfterMs }: NetAnswer): void {
  if (status === 401 || status === 403) throw new SourceError('The calendar asks for another name or password')
  if (status >= FIRST_BAD_STATUS)
    throw new SourceError(`The calendar answered with an error (${status})`, { retryAfterMs })
}

/** Asks for the time range only. We expand recurring events ourselves; the answer includes their changed instances. */
function calendarQuery({ from, to }: TimeRange): string {
  const time = (at: number) => new Date(at).toISOString().replace(/[-:]|\.\d+/g, '')
  return `<?xml version="1.0" encoding="utf-8"?>
<C:calendar-query xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav">
<D:prop><C:calendar-data/></D:prop>
<C:filter><C:comp-filter name="VCALENDAR"><C:comp-filter name="VEVENT">
<C:time-range start="${time(from)}" end="${time(to)}"/>
</C:comp-filter></C:comp-filter></C:filter>
</C:calendar-query>`
}
