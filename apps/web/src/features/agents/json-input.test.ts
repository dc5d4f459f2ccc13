import { expect, test } from 'vitest'
import { parseJsonInput } from '#web/features/agents/json-input.ts'

test.each([
  ['', undefined],
  ['  \n ', undefined],
  ['{}', {}],
  [' {"force": true} ', { force: true }],
  ['[1, 2]', [1, 2]],
  ['"text"', 'text'],
  ['0', 0],
  ['null', null],
  ['{force: true}', '{force: true}'],
  ['  now', '  now'],
])('the text %j becomes %j', (text, value) => {
  expect(parseJsonInput(text)).toEqual(value)
})
