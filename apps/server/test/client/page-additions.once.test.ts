import { expect, test } from 'vitest'
import { withAdditions } from '#server/client/page-additions.ts'

const page = '<html><head><title>x</title></head><body>\n<div id="root"></div></body></html>'

test('a page without additions is unchanged', () => {
  expect(withAdditions(page, {})).toBe(page)
})

test('the notice is inserted before the client as escaped text', () => {
  const html = withAdditions(page, { notice: `<b>"Test" & $& more` })
  expect(html).toContain('<body><aside class="notice" aria-label="Notice">')
  expect(html).toContain('&#60;b&#62;&#34;Test&#34; &#38; $&#38; more</aside>\n<div id="root">')
})

test('an address is inserted into the head as an escaped attribute', () => {
  const html = withAdditions(page, { sourceUrl: 'https://git.example.org/?a="><script>&b=$&' })
  expect(html).toContain(
    '<meta name="source-url" content="https://git.example.org/?a=&#34;&#62;&#60;script&#62;&#38;b=$&#38;"></head>',
  )
  expect(html).not.toContain('landing-url')
})
