import { describe, expect, test } from 'vitest'
import { loadOf, percentText } from './load.ts'

describe('the load of a machine', () => {
  test.each([
    [
      { 'cpu.percent': 12, 'memory.used': 2, 'memory.total': 8 },
      { cpu: 12, memory: 25 },
    ],
    [{ 'cpu.percent': 0 }, { cpu: 0, memory: null }],
    [
      { 'memory.used': 2, 'memory.total': 0 },
      { cpu: null, memory: null },
    ],
  ])('with the metrics %j is %j', (metrics, load) => {
    expect(loadOf({ metrics })).toEqual(load)
  })
})

test.each([
  [12.4, '12 %'],
  [0, '0 %'],
  [null, '–'],
  [undefined, '–'],
])('%s is written %s', (value, text) => {
  expect(percentText(value)).toBe(text)
})
