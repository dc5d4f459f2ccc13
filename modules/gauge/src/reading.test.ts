import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { shareOf, zonesOf } from './arc.tsx'
import { levelOf, readingOf } from './reading.ts'

const GB = 1024 ** 3
const numbers = {
  'cpu.percent': 90,
  'memory.used': 3 * GB,
  'memory.total': 4 * GB,
  'temperature.celsius': 41,
  'load.1': 3.2,
  'disk.used:srv': 19 * GB,
  'disk.total:srv': 20 * GB,
  'swap.used': GB,
  'pump.flow': -4,
}
const read = (metric: string, config = {}) => readingOf(metric, numbers, config, {}) ?? expect.unreachable(metric)

describe('a number by the catalogue', () => {
  test.each([
    ['cpu.percent', '90 %', 0, 100, 'warning', ''],
    ['memory.used', '75 %', 0, 100, undefined, '3 GiB of 4 GiB'],
    ['disk.used:srv', '95 %', 0, 100, 'critical', '19 GiB of 20 GiB'],
    // The whole is not known.
    ['swap.used', '1 GiB', 0, GB, undefined, ''],
    ['temperature.celsius', '41 °C', 0, 100, undefined, ''],
    ['load.1', '3.2', 0, 4, undefined, ''],
    ['pump.flow', '-4', -4, 0, undefined, ''],
  ])('%s is %s', (metric, text, minimum, maximum, level, detail) => {
    const reading = read(metric)
    expect(reading.text(reading.value)).toBe(text)
    expect(reading).toMatchObject({ minimum, maximum, detail })
    expect(reading.level).toBe(level)
  })

  test('is undefined if it was not measured', () => expect(readingOf('load.5', numbers, {}, {})).toBeUndefined())
})

test('bounds from the form replace those of the catalogue, and can be lower limits', () => {
  expect(read('cpu.percent', { warning: 91 }).level).toBeUndefined()
  expect(read('cpu.percent', { warning: 50, critical: 90 }).level).toBe('critical')
  expect(read('load.1', { warning: 4, isLowBad: true }).level).toBe('warning')
  expect(read('load.1', { warning: 'x', minimum: Number.NaN }).level).toBeUndefined()
})

test('the lower limits of a form without bounds replace those of the catalogue', () => {
  expect(read('cpu.percent', { isLowBad: true }).level).toBeUndefined()
})

test('a percentage above a hundred ends the arc', () => {
  expect(readingOf('cpu.percent', { 'cpu.percent': 130 }, {}, {})?.maximum).toBe(130)
})

test('ends from the form are kept, and a maximum below the minimum is replaced', () => {
  expect(read('load.1', { minimum: 2, maximum: 8 })).toMatchObject({ minimum: 2, maximum: 8 })
  expect(read('load.1', { minimum: 8, maximum: 2 })).toMatchObject({ minimum: 8, maximum: 9 })
})

test('the zone of low values reaches to the beginning of the arc', () => {
  const reading = read('cpu.percent', { critical: 20, isLowBad: true })
  expect(zonesOf(reading)).toEqual([{ level: 'critical', from: 0, to: 0.2 }])
})

test('the zones of an arc match the levels of their values', () => {
  const bound = fc.option(fc.integer({ min: -20, max: 120 }), { nil: undefined })
  const config = fc.record({ warning: bound, critical: bound, isLowBad: fc.boolean() })
  fc.assert(
    fc.property(config, fc.double({ min: 0, max: 100, noNaN: true }), (values, value) => {
      const bounds = { ...values }
      const reading = { ...read('cpu.percent'), bounds, minimum: 0, maximum: 100 }
      const zones = zonesOf(reading)
      for (const { from, to } of zones) expect(0 <= from && from < to && to <= 1).toBe(true)
      const share = shareOf(value, reading)
      const within = zones.filter(({ from, to }) => from < share && share < to).map(({ level }) => level)
      // Exactly at a bound either level is right.
      if (within.length > 0) expect(within).toEqual([levelOf(value, bounds)])
    }),
  )
})

test('a number that is no share has no whole beside it', () => {
  const broken = { 'memory.used': 3 * GB, 'memory.total': 0 }
  expect(readingOf('memory.used', broken, {}, {})).toMatchObject({ value: 3 * GB, detail: '' })
})
