import { expect, test } from 'vitest'
import { withNotice } from '#server/client/notice.ts'

test('the notice stands before the client as text, whatever signs are in it', () => {
  const html = withNotice('<html><body>\n<div id="root"></div></body></html>', `<b>"Test" & $& more`)
  expect(html).toContain('<body><aside class="notice" aria-label="Notice">')
  expect(html).toContain('&#60;b&#62;&#34;Test&#34; &#38; $&#38; more</aside>\n<div id="root">')
})
