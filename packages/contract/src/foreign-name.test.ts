import { expect, test } from 'vitest'
import { inSentence } from './foreign-name.ts'

test.each([
  ['attic-pi', 'attic-pi'],
  ['what turns round \u202Eall that follows', 'what turns round all that follows'],
  ['\u2069\u202Eout of its bounds', 'out of its bounds'],
  ['שלום', '\u2068שלום\u2069'],
  ['مرحبا 2', '\u2068مرحبا 2\u2069'],
])('the text direction of a name does not affect the sentence around it: case %#', (name, written) => {
  expect(inSentence(name)).toBe(written)
})
