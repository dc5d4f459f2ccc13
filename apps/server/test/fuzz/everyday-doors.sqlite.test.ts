// Input of the everyday modules: calendars, feeds, pictures; and photos.
import { PHOTO_MAX_BYTES } from '@atalaya/contract/module-photos'
import { AppError } from '#server/domain/errors.ts'
import { withoutMetadata } from '#server/widget-data/plain-jpeg.ts'
import { END, phonePhoto, photoOf } from '#test/support/photos.ts'
import { source as calendar } from '../../../../modules/calendar/server.ts'
import { source as feeds } from '../../../../modules/feeds/server.ts'
import { parse } from '../../../../modules/notes/src/parse.ts'
import { gif, jpeg, png, svg, webp } from '../../../../modules/picture/server/testing/pictures.ts'
import { source as picture } from '../../../../modules/picture/server.ts'
import { jsonWithFaults } from './corpus.ts'
import { fuzzDoor } from './door.ts'
import { answerAllWith, askSource } from './source-world.ts'

const MB = 1024 * 1024

const rss =
  '<?xml version="1.0" encoding="UTF-8"?><rss version="2.0"><channel><title>News</title><item><title>A &amp; B</title><link>https://a.test/1</link><pubDate>Wed, 25 Nov 2026 12:00:00 GMT</pubDate><description><![CDATA[<p>All <b>well</b></p>]]></description></item></channel></rss>'
const atom =
  '<feed><title>News</title><entry><title type="html">A</title><link href="/1"/><published>2026-11-25T12:00:00Z</published><content type="xhtml"><div>B</div></content></entry></feed>'
const jsonFeed = {
  version: 'https://jsonfeed.org/version/1.1',
  title: 'News',
  items: [{ title: 'A', url: 'https://a.test/1', date_published: '2026-11-25T12:00:00Z', content_html: '<p>B</p>' }],
}
const bomb = `<!DOCTYPE a [<!ENTITY b "ha"><!ENTITY c "&b;&b;&b;">]>${rss.replace('A &amp; B', '&c;')}`

fuzzDoor('feeds', {
  seeds: [rss, atom, JSON.stringify(jsonFeed), bomb],
  maxBytes: 2 * MB,
  moreInputs: jsonWithFaults(jsonFeed),
  known: [
    ['<rss><channel>', '<a>', '</channel></rss>'],
    ['<rss><channel><item><title>', '&amp;lt;a&amp;gt;', '</title></item></channel></rss>'],
    ['<feed><entry><title', ' a=""', '/></entry></feed>'],
  ],
  read: (input) =>
    askSource(feeds, { feeds: [{ url: 'https://feed.test' }] }, answerAllWith(input, { type: 'text/xml' })),
})

fuzzDoor('pictures', {
  seeds: [png(640, 480), jpeg(640, 480), webp(640, 480), gif(640, 480), svg, png(40_000, 40_000)],
  maxBytes: 2 * MB,
  read: (input) => askSource(picture, { url: 'https://camera.test' }, answerAllWith(input, { type: 'image/jpeg' })),
})

fuzzDoor('photos', {
  seeds: [photoOf(), phonePhoto(), photoOf(4096, 4096), photoOf(40_000, 40_000), svg, png(640, 480)],
  maxBytes: PHOTO_MAX_BYTES,
  known: [[photoOf().subarray(0, -2), 'pixels', END]],
  read(input) {
    try {
      const { bytes } = withoutMetadata(input)
      if (!withoutMetadata(bytes).bytes.equals(bytes)) return 'something was left in it'
      return null
    } catch (error) {
      if (!(error instanceof AppError && error.kind === 'bad_request')) throw error
    }
    return null
  },
})

const lines = (...parts: string[]) => `${parts.join('\r\n')}\r\n`
const ics = lines(
  ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'BEGIN:VTIMEZONE', 'TZID:Home', 'BEGIN:STANDARD', 'DTSTART:19701025T030000'],
  ...['RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10', 'TZOFFSETFROM:+0200', 'TZOFFSETTO:+0100', 'END:STANDARD'],
  ...['END:VTIMEZONE', 'BEGIN:VEVENT', 'UID:1', 'SUMMARY:Dentist', 'DTSTART;TZID=Home:20260101T100000'],
  ...['DURATION:PT1H', 'RRULE:FREQ=WEEKLY;BYDAY=MO,TH', 'EXDATE;TZID=Home:20260105T100000', 'END:VEVENT'],
  ...['BEGIN:VEVENT', 'UID:1', 'RECURRENCE-ID;TZID=Home:20260108T100000', 'DTSTART:20260109T100000Z', 'END:VEVENT'],
  'END:VCALENDAR',
)
const often = ics.replace('FREQ=WEEKLY;BYDAY=MO,TH', 'FREQ=SECONDLY;COUNT=1000000')
const multistatus = `<d:multistatus xmlns:d="DAV:"><d:response><c:calendar-data>${ics}</c:calendar-data></d:response></d:multistatus>`

fuzzDoor('calendars', {
  seeds: [ics, often, multistatus],
  maxBytes: 4 * MB,
  // The product reads each one in a separate thread.
  isIsolated: true,
  concurrency: 4,
  shortInputs: 20,
  async read(input) {
    const world = answerAllWith(input, { type: 'text/calendar' })
    const request: typeof world.request = async (url, options) => {
      const answer = await world.request?.(url, options)
      return { ...(answer as NonNullable<typeof answer>), status: options.method === 'REPORT' ? 207 : 200 }
    }
    const config = { address1: 'https://calendar.test/a.ics', address2: 'https://calendar.test/b', user2: 'ada' }
    return askSource(calendar, config, { request })
  },
  work: () => undefined,
})

const note =
  '# One\n\n- [x] *a* **b** `c` [d](https://e.test)\n\n> f\n\n| g | h |\n|---|--:|\n| i | j |\n\n```\nk\n```\n'

fuzzDoor('notes', {
  seeds: [note],
  maxBytes: 20_000,
  known: [
    ['', '> ', 'deep'],
    ['', '- ', 'deep'],
    ['', '1. ', 'deep'],
    ['', '>\n', ''],
    ['', '[', ''],
    ['', '*a ', ''],
    ['', '- a\n ', ''],
    ['', '`', 'a'],
  ],
  read(input) {
    parse(input.toString())
    return null
  },
})
