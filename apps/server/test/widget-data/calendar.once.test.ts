import { afterAll, beforeAll, expect, test } from 'vitest'
import { localWeb } from '#test/support/local-web.ts'
import { createWidgetWorld, type WidgetWorld } from '#test/support/widget-world.ts'
import type { CalendarData } from '../../../../modules/calendar/server/calendar-data.ts'

let world: WidgetWorld
beforeAll(async () => {
  world = await createWidgetWorld()
})
afterAll(() => world.close())

const HOUR_MS = 3_600_000
/** Time in `hours` from now, as ICS writes it. */
const time = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString().replace(/[-:]|\.\d+/g, '')
const ics = (...events: string[]) =>
  `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//t//EN\r\n${events.join('')}END:VCALENDAR\r\n`
const event = (title: string, hours: number, more = '') =>
  `BEGIN:VEVENT\r\nUID:${title}\r\nSUMMARY:${title}\r\nDTSTART:${time(hours)}\r\nDTEND:${time(hours + 1)}\r\n${more}END:VEVENT\r\n`

const stateOf = async (config: object) => world.readSettled(await world.addWidget('calendar', config))
const titlesOf = (data: unknown) => (data as CalendarData).events.map(({ slot, title }) => [slot, title])

test('the events of several calendars are merged in order of time', async () => {
  const first = await localWeb((_request, response) => response.end(ics(event('Late', 30), event('Early', 2))))
  const second = await localWeb((_request, response) => response.end(ics(event('Between', 5))))
  const { data, error } = await stateOf({ address1: first, address3: second })
  expect(error).toBeNull()
  expect(titlesOf(data)).toEqual([
    [1, 'Early'],
    [3, 'Between'],
    [1, 'Late'],
  ])
})

test('with a user, CalDAV is requested with the password and only for the shown days', async () => {
  const requests: [method?: string, authorization?: string, depth?: unknown][] = []
  let body = ''
  const url = await localWeb((request, response) => {
    requests.push([request.method, request.headers.authorization, request.headers.depth])
    request.on('data', (part) => {
      body += part
    })
    request.on('end', () =>
      response
        .writeHead(207)
        .end(
          `<d:multistatus xmlns:d="DAV:"><d:response><c:calendar-data>${ics(event('Dentist', 3))}</c:calendar-data></d:response></d:multistatus>`,
        ),
    )
  })
  const { data } = await stateOf({ address1: `${url}/cal/`, user1: 'ada', password1: 'pass' })
  expect(titlesOf(data)).toEqual([[1, 'Dentist']])
  expect(requests).toEqual([['REPORT', `Basic ${Buffer.from('ada:pass').toString('base64')}`, '1']])
  expect(body).toMatch(/<C:time-range start="\d{8}T\d{6}Z" end="\d{8}T\d{6}Z"\/>/)
})

test('an ICS file behind a user name and a password is read by GET', async () => {
  const requests: unknown[] = []
  const url = await localWeb(({ method }, response) => {
    requests.push(method)
    response.writeHead(method === 'REPORT' ? 405 : 200).end(ics(event('Dentist', 3)))
  })
  expect(titlesOf((await stateOf({ address1: url, user1: 'ada', password1: 'pass' })).data)).toEqual([[1, 'Dentist']])
  expect(requests).toEqual(['REPORT', 'GET'])
})

test.each([
  ['refuses the password', 401, '', 'The calendar asks for another name or password'],
  ['fails', 500, '', 'The calendar answered with an error (500)'],
  ['is a web page', 200, '<!doctype html>', 'This is not a calendar'],
])('a calendar that %s is reported', async (_name, status, body, error) => {
  const url = await localWeb((_request, response) => response.writeHead(status).end(body))
  expect(await stateOf({ address1: url })).toMatchObject({ data: null, error })
})

test('an unreadable calendar is reported, and the others are shown', async () => {
  const good = await localWeb((_request, response) => response.end(ics(event('Dentist', 3))))
  const { data, error } = await stateOf({ address1: good, address2: 'ftp://calendar.test' })
  expect(error).toBeNull()
  expect(titlesOf(data)).toEqual([[1, 'Dentist']])
  expect((data as CalendarData).calendars).toEqual([
    { slot: 1, error: null, isPartial: false },
    { slot: 2, error: 'The address of a calendar begins with https:// or webcal://', isPartial: false },
  ])
})

test('a million recurrences are cut off, and do not delay other requests', async () => {
  const rules = ['SECONDLY;COUNT=1000000', 'MINUTELY', 'HOURLY', 'DAILY'].map((rule) =>
    event(rule, -24 * 3650, `RRULE:FREQ=${rule}\r\n`),
  )
  const url = await localWeb((_request, response) => response.end(ics(...rules, event('Dentist', 3))))
  const { data, error } = await stateOf({ address1: url })
  expect(error).toBeNull()
  expect(titlesOf(data)).toContainEqual([1, 'Dentist'])
  expect((data as CalendarData).calendars).toEqual([{ slot: 1, error: null, isPartial: true }])
  expect((data as CalendarData).events.length).toBeLessThanOrEqual(320)
  expect(await world.isHealthy()).toBe(true)
})

test('a missing address is reported with instructions, and addresses are never sent back', async () => {
  expect((await stateOf({})).error).toBe("Enter the address of a calendar in this module's settings.")
  const url = await localWeb((_request, response) => response.end(ics(event('Dentist', 3))))
  const state = await stateOf({ address1: `${url}/secret-key.ics` })
  expect(JSON.stringify(state)).not.toContain('secret-key')
})
