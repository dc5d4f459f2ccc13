import { isActiveSvg } from '@atalaya/module-package/svg'
import fc from 'fast-check'
import { test } from 'vitest'

const MB = 1024 * 1024

test('checking 2 MiB of repeated SVG text takes less than two seconds', () => {
  const part = fc.constantFrom(...['<', 'href', '=', '"', "'", 'url(', '#', 'data:', ' on', 'a', ':', '! ', '\n', ' '])
  const attack = fc.tuple(fc.array(part, { maxLength: 3 }), part).map(([start, repeated]) => {
    const head = start.join('')
    return head + repeated.repeat((2 * MB) / repeated.length)
  })
  fc.assert(
    fc.property(attack, (text) => {
      const before = performance.now()
      isActiveSvg(text)
      return performance.now() - before < 2000
    }),
    { numRuns: 20 },
  )
})
