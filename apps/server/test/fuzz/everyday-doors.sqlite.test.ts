// What the modules for everyday read: feeds, pictures.
import { source as feeds } from '../../../../modules/feeds/server.ts'
import { gif, jpeg, png, svg, webp } from '../../../../modules/picture/server/testing/pictures.ts'
import { source as picture } from '../../../../modules/picture/server.ts'
import { nearlyJson } from './corpus.ts'
import { fuzzDoor } from './door.ts'
import { answering, askSource } from './source-world.ts'

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
  most: 2 * MB,
  further: nearlyJson(jsonFeed),
  known: [
    ['<rss><channel>', '<a>', '</channel></rss>'],
    ['<rss><channel><item><title>', '&amp;lt;a&amp;gt;', '</title></item></channel></rss>'],
    ['<feed><entry><title', ' a=""', '/></entry></feed>'],
  ],
  read: (input) => askSource(feeds, { feeds: [{ url: 'https://feed.test' }] }, answering(input, { type: 'text/xml' })),
})

fuzzDoor('pictures', {
  seeds: [png(640, 480), jpeg(640, 480), webp(640, 480), gif(640, 480), svg, png(40_000, 40_000)],
  most: 2 * MB,
  read: (input) => askSource(picture, { url: 'https://camera.test' }, answering(input, { type: 'image/jpeg' })),
})
