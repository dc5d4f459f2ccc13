import { isActiveSvg } from '@atalaya/module-package/svg'
import { describe, expect, test } from 'vitest'

const MB = 1024 * 1024

describe('an SVG counts as inactive', () => {
  test.each([
    '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0"/></svg>',
    '<?xml version="1.0"?>\n<svg><use href = "#a"/><use xlink:href=" #a"/></svg>',
    '<svg><image href="data:image/png;base64,AA"/><g fill="url( #a )" style="fill: url(\'#a\')"/></svg>',
    '<svg><text>on and on</text></svg>',
  ])('%s', (text) => {
    expect(isActiveSvg(text)).toBe(false)
  })
})

describe('an SVG counts as active', () => {
  test.each([
    '<svg><script>1</script></svg>',
    '<svg>< \n\n foreignObject/></svg>',
    '<svg\tonload\n\n =\n"x"/>',
    '<svg><a href="javascript \n :x"/></svg>',
    '<! \n DOCTYPE svg>',
    '<?xml-stylesheet href="#a"?>',
    '<svg><use href \n = \n "\n\n https://example.org/#a"/></svg>',
    "<svg><image src='data:text/html;x'/></svg>",
    '<svg><style>@import "x"</style></svg>',
    '<svg fill="url(  https://example.org )"/>',
    '<svg>&#106;</svg>',
    '<svg>\0</svg>',
  ])('%s', (text) => {
    expect(isActiveSvg(text)).toBe(true)
  })
})

test('millions of spaces before a local reference do not make an SVG active', () => {
  expect(isActiveSvg(`<svg href=${' '.repeat(4 * MB)}"#a"/>`)).toBe(false)
})
