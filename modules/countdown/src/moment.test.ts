import { describe, expect, test } from 'vitest'
import { distanceTo, momentOf } from './moment.ts'

const MADRID = 'Europe/Madrid'
const at = (text: string) => Date.parse(text)

describe('the moment', () => {
  test.each([
    ['a date alone is the beginning of its day', { date: '2026-12-24' }, '2026-12-23T23:00:00Z'],
    ['with a time', { date: '2026-12-24', time: '18:30' }, '2026-12-24T17:30:00Z'],
    ['a time that clocks skip is an hour later', { date: '2026-03-29', time: '02:30' }, '2026-03-29T01:30:00Z'],
    ['a time that occurs twice is the first of the two', { date: '2026-10-25', time: '02:30' }, '2026-10-25T00:30:00Z'],
  ])('%s', (_name, wanted, expected) => {
    const moment = momentOf({ ...wanted, zone: MADRID, isYearly: false }, at('2026-01-01T00:00:00Z'))
    expect(new Date(moment).toISOString()).toBe(expected.replace('Z', '.000Z'))
  })

  test.each([
    ['is this year’s while it is to come', '2026-11-25T12:00:00Z', '2026-12-24'],
    ['is today’s until the day is over', '2026-12-24T22:59:00Z', '2026-12-24'],
    ['is next year’s from the next day on', '2026-12-24T23:00:00Z', '2027-12-24'],
  ])('of every year %s', (_name, now, expected) => {
    const moment = momentOf({ date: '1990-12-24', time: '12:00', zone: MADRID, isYearly: true }, at(now))
    expect(new Date(moment).toISOString()).toBe(`${expected}T11:00:00.000Z`)
  })

  test('of 29 February is 1 March in other years', () => {
    const wanted = { date: '2024-02-29', zone: 'UTC', isYearly: true }
    expect(momentOf(wanted, at('2026-02-01T00:00:00Z'))).toBe(at('2026-03-01T00:00:00Z'))
    expect(momentOf(wanted, at('2028-02-01T00:00:00Z'))).toBe(at('2028-02-29T00:00:00Z'))
  })
})

describe('the distance', () => {
  const text = (moment: string, now: string, zone = 'UTC') =>
    distanceTo(at(moment), at(now), zone)
      .parts.map(({ count, unit }) => `${count} ${unit}`)
      .join(' ')

  test.each([
    ['2026-12-24T12:30:00Z', '2026-12-12T10:00:00Z', '12 d 2 h 30 min'],
    ['2026-12-24T12:30:00Z', '2026-12-24T10:00:00Z', '2 h 30 min'],
    ['2026-12-24T12:30:00Z', '2026-12-24T12:29:01Z', '1 min'],
    ['2026-12-24T12:30:00Z', '2026-12-24T12:30:00Z', ''],
    ['2026-12-24T12:30:00Z', '2026-12-24T12:32:59Z', '2 min'],
    ['2026-12-24T12:30:00Z', '2026-12-27T12:30:00Z', '3 d 0 h 0 min'],
  ])('to %s from %s is %s', (moment, now, expected) => {
    expect(text(moment, now)).toBe(expected)
  })

  test('of whole days is exact, even across a clock change', () => {
    expect(text('2026-03-30T22:00:00Z', '2026-03-27T23:00:00Z', MADRID)).toBe('3 d 0 h 0 min')
    expect(text('2026-10-26T23:00:00Z', '2026-10-23T22:00:00Z', MADRID)).toBe('3 d 0 h 0 min')
  })

  test('of less than a day is the elapsed time, even across a clock change', () => {
    expect(text('2026-03-29T03:00:00Z', '2026-03-29T00:00:00Z', MADRID)).toBe('3 h 0 min')
  })

  test('contains whether the moment is over, and whether it is today', () => {
    const on = (now: string) => distanceTo(at('2026-12-24T12:30:00Z'), at(now), 'UTC')
    expect(on('2026-12-24T01:00:00Z')).toMatchObject({ isOver: false, isToday: true })
    expect(on('2026-12-24T23:00:00Z')).toMatchObject({ isOver: true, isToday: true })
    expect(on('2026-12-25T00:00:00Z')).toMatchObject({ isOver: true, isToday: false })
  })
})

test('the year of a yearly date is that of its zone', () => {
  const wanted = { date: '1990-01-01', zone: 'Pacific/Auckland', isYearly: true }
  expect(momentOf(wanted, at('2026-12-31T12:00:00Z'))).toBe(at('2026-12-31T11:00:00Z'))
  const late = { date: '1990-12-31', zone: 'America/Los_Angeles', isYearly: true }
  expect(momentOf(late, at('2027-01-01T05:00:00Z'))).toBe(at('2026-12-31T08:00:00Z'))
})
