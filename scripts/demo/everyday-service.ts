import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { drawCover } from './cover.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

/** Sample appointments: days from now, time of day (none: all day), title, place. */
const appointments: [days: number, time: string, summary: string, place: string][] = [
  [0, '', 'Paper and glass', ''],
  [0, '170000', 'Swimming', 'Pool of the valley'],
  [1, '091500', 'Dentist', 'Dr. Hidalgo'],
  [1, '203000', 'Choir', 'Town hall'],
  [3, '', "Grandma's birthday", ''],
  [4, '110000', 'Hike to the tower', 'Meet at the fountain'],
]

/** Date as in ISO 8601's basic format: 20261121. */
const basicDate = (at: number) => new Date(at).toISOString().slice(0, 10).replaceAll('-', '')

function calendar(now: number): string {
  const events = appointments.flatMap(([days, time, summary, place], index) => {
    const day = basicDate(now + days * DAY_MS)
    const start = time ? `DTSTART:${day}T${time}` : `DTSTART;VALUE=DATE:${day}`
    return ['BEGIN:VEVENT', `UID:sample-${index}`, start, `SUMMARY:${summary}`, `LOCATION:${place}`, 'END:VEVENT']
  })
  return ['BEGIN:VCALENDAR', 'VERSION:2.0', ...events, 'END:VCALENDAR', ''].join('\r\n')
}

/** Sample news: age in minutes, title and text. */
const news: [ageMinutes: number, title: string, text: string][] = [
  [48, 'The old railway bridge opens again', 'After two years of work the bridge is a path for bicycles.'],
  [130, 'Snow expected above 900 metres', 'The first snow of the year comes at the weekend.'],
  [1500, 'The library lends tools', 'Drills, saws and a sewing machine, for a week each.'],
]

function feed(now: number): string {
  const items = news.map(
    ([minutes, title, text]) =>
      `<item><title>${title}</title><link>https://news.example/${minutes}</link>` +
      `<pubDate>${new Date(now - minutes * MINUTE_MS).toUTCString()}</pubDate><description>${text}</description></item>`,
  )
  return `<rss version="2.0"><channel><title>Valley News (sample)</title>${items.join('')}</channel></rss>`
}

const roof = { roof: { power: 3240, today: 11.8, battery: 76 }, tariff: 'cheap until 17:00' }

const page = `<!doctype html><title>Sample timetable</title><style>body{font:16px sans-serif;margin:24px;color:#223}
td{padding:6px 16px 6px 0}</style><h1>Buses from Valdeluz</h1><table><tr><td>12</td><td>Station</td><td>4 min</td></tr>
<tr><td>31</td><td>Hospital</td><td>9 min</td></tr><tr><td>12</td><td>Station</td><td>19 min</td></tr></table>`

type Answer = [type: string, body: () => string | Buffer]
const answers: Record<string, Answer> = {
  '/family.ics': ['text/calendar', () => calendar(Date.now())],
  '/news.xml': ['application/rss+xml', () => feed(Date.now())],
  '/garden.png': ['image/png', drawCover],
  '/roof.json': ['application/json', () => JSON.stringify(roof)],
  '/timetable': ['text/html; charset=utf-8', () => page],
}

/** Stands in for services of a household: calendar, news, camera, solar panels, timetable, and one that is down. */
export async function startEverydayService() {
  const server = createServer(({ url = '' }, response) => {
    const answer = answers[url]
    if (!answer) return response.writeHead(url === '/wiki' ? 503 : 200).end()
    return response.writeHead(200, { 'content-type': answer[0] }).end(answer[1]())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop(): Promise<void> {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
