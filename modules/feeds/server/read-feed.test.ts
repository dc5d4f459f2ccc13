import { describe, expect, test } from 'vitest'
import { plainText } from './plain-text.ts'
import { readFeed } from './read-feed.ts'

const base = 'https://feed.test/dir/rss.xml'
const read = (text: string | Buffer, type = '') => readFeed(Buffer.from(text as string), type, base)
const noon = Date.parse('2026-11-25T12:00:00Z')

const rss = (items: string, head = '') =>
  `<?xml version="1.0"?>${head}<rss version="2.0"><channel><title>News</title><image><title>No</title></image>${items}</channel></rss>`
const item = (parts: string) => rss(`<item>${parts}</item>`)

describe('a feed', () => {
  test.each([
    [
      'RSS 2.0',
      item(
        '<title>A &amp; B</title><link>https://a.test/1</link><pubDate>Wed, 25 Nov 2026 12:00:00 GMT</pubDate><description>&lt;p&gt;All &lt;b&gt;well&lt;/b&gt;&lt;/p&gt;</description>',
      ),
    ],
    [
      'RDF',
      '<rdf:RDF><channel><title>News</title></channel><item><title>A &amp; B</title><link>https://a.test/1</link><dc:date>2026-11-25T12:00:00Z</dc:date><description>All well</description></item></rdf:RDF>',
    ],
    [
      'Atom',
      '<feed xmlns="http://www.w3.org/2005/Atom"><title type="text">News</title><entry><title type="html">A &amp;amp; &lt;i&gt;B&lt;/i&gt;</title><link rel="self" href="https://a.test/self"/><link href="https://a.test/1"/><updated>2026-11-25T13:00:00Z</updated><published>2026-11-25T12:00:00Z</published><content type="xhtml"><div>All <b>well</b></div></content></entry></feed>',
    ],
    [
      'JSON Feed',
      JSON.stringify({
        version: 'https://jsonfeed.org/version/1.1',
        title: 'News',
        items: [
          {
            title: 'A & B',
            url: 'https://a.test/1',
            date_published: '2026-11-25T12:00:00Z',
            content_html: '<p>All <b>well</b></p>',
          },
        ],
      }),
    ],
  ])('in %s has its name and its items', async (_kind, text) => {
    expect(await read(text)).toEqual({
      name: 'News',
      items: [{ title: 'A & B', url: 'https://a.test/1', at: noon, summary: 'All well' }],
    })
  })

  test.each([
    [
      'a guid is the address where there is no link',
      '<title>A</title><guid>https://a.test/2</guid>',
      'https://a.test/2',
    ],
    [
      'a guid that is no permalink is not the address',
      '<title>A</title><guid isPermaLink="false">https://a.test/2</guid>',
      null,
    ],
    ['an address may be relative', '<title>A</title><link>../3</link>', 'https://feed.test/3'],
    ['a script is no address', '<title>A</title><link>javascript:alert(1)</link>', null],
  ])('%s', async (_name, parts, url) => {
    expect((await read(item(parts))).items[0]?.url).toBe(url)
  })

  test('is decoded by its declaration, its byte order mark or its HTTP header', async () => {
    const title = item('<title>Año</title>')
    const latin = (text: string) => Buffer.from(text, 'latin1')
    const declared = title.replace('?>', ' encoding="ISO-8859-1"?>')
    const marked = Buffer.concat([Buffer.from('fffe', 'hex'), Buffer.from(title, 'utf16le')])
    for (const [body, type] of [
      [latin(declared), ''],
      [latin(title), 'application/rss+xml; charset=iso-8859-1'],
      [marked, ''],
      [Buffer.from(`\ufeff${title}`), 'text/xml; charset=no-such-thing'],
    ] as const) {
      expect((await read(body, type)).items[0]?.title).toBe('Año')
    }
  })

  test('has at most sixty items, with shortened texts', async () => {
    const long = `<item><title>${'x'.repeat(9000)}</title><description>${'y '.repeat(9000)}</description></item>`
    const { items } = await read(rss(long.repeat(200)))
    expect(items).toHaveLength(60)
    expect([items[0]?.title.length, items[0]?.summary.length]).toEqual([140, 180])
  })

  test('has the summary of its JSON, else its text, else its HTML', async () => {
    const parts = { summary: 'a', content_text: 'b', content_html: '<p>c</p>' }
    const of = async (fields: object) =>
      (await read(JSON.stringify({ version: 'https://jsonfeed.org/version/1', items: [{ title: 'A', ...fields }] })))
        .items[0]?.summary
    expect(await of(parts)).toBe('a')
    expect(await of({ ...parts, summary: '' })).toBe('b')
    expect(await of({ content_html: parts.content_html })).toBe('c')
  })

  test('has the first of several names, titles and links', async () => {
    const twice = '<title>A</title><link href="https://a.test/1"/><link href="https://a.test/2"/><title>B</title>'
    const atom = `<feed><title>First</title><title>Second</title><entry>${twice}</entry></feed>`
    expect(await read(atom)).toMatchObject({ name: 'First', items: [{ title: 'A', url: 'https://a.test/1' }] })
  })

  test('may begin with spaces', async () => {
    expect(
      (await read(` \n${JSON.stringify({ version: 'https://jsonfeed.org/version/1', title: 'A', items: [] })}`)).name,
    ).toBe('A')
  })

  test('with an unreadable time gives its item no time', async () => {
    expect((await read(item('<title>A</title><pubDate>soon</pubDate>'))).items[0]?.at).toBeNull()
  })
})

describe('a feed is refused', () => {
  const bomb = `<!DOCTYPE lolz [<!ENTITY a "ha">${Array.from({ length: 9 }, (_, n) => `<!ENTITY ${'b'.repeat(n + 1)} "${'&a;'.repeat(10)}">`).join('')}]>`
  test.each([
    [
      'a bomb of entities',
      rss('<item><title>&bbbbbbbbb;</title></item>', bomb),
      'The feed has a DTD, which is not read',
    ],
    [
      'a reference to a file of Atalaya',
      rss('', '<!DOCTYPE x SYSTEM "file:///etc/passwd">'),
      'The feed has a DTD, which is not read',
    ],
    ['a web page', '<!DOCTYPE html><html><body>Hi</body></html>', 'This is a web page, not a feed'],
    ['another document', '<svg><title>A</title></svg>', 'This is not a feed'],
    ['other JSON', '{"version":"1"}', 'This is not a feed'],
    ['JSON that is nested too deeply', `{"a":${'['.repeat(90_000)}`, 'This is not a feed'],
    ['an empty text', '', 'This is not a feed'],
    ['a feed behind 64 KiB of spaces', `<?xml version="1.0"?>${' '.repeat(65_536)}<rss/>`, 'This is not a feed'],
    [
      'an element with a hundred attributes and one',
      rss(`<a ${Array.from({ length: 101 }, (_, n) => `a${n}=""`).join(' ')}/>`),
      'The feed has too many attributes',
    ],
    ['a feed nested too deeply', rss('<a>'.repeat(100_000)), 'The feed is nested too deeply'],
  ])('%s', async (_name, text, message) => {
    await expect(read(text)).rejects.toThrow(message)
  })
})

test.each([
  ['<p>One</p><p>two<br>three</p>', 'One two three'],
  ['<script>alert(1)</script>a<style>b{}</style> &eacute;&#x1f600;', 'a é😀'],
  ['a\u202eb\u0000c\n\n d', 'a b c d'],
  ['<img src=x onerror=alert(1)>', ''],
  ['abcdefghijklmnop', 'abcdefghi…'],
  ['abcdefghij', 'abcdefghij'],
  ['abcdefgh😀jk', 'abcdefgh…'],
])('the text of %j is %j', (html, text) => {
  // Ten characters; thirty for the words of the first row.
  expect(plainText(html, 10 + (html.startsWith('<p>') ? 20 : 0))).toBe(text)
})
