import { expect, test } from 'vitest'
import { changeDraft, type Draft, newDraft, ruleOf } from '#web/features/alerts/rule-draft.ts'

const MINUTES = 'Give minutes, at most a day (1440)'

test.each<[string, Partial<Draft>, object]>([
  ['a bound', { value: 'x' }, { condition: 'Give a number' }],
  ['an empty bound', { value: ' ' }, { condition: 'Give a number' }],
  ['a silence', { kind: 'silent', minutes: '1' }, { condition: 'Give minutes, at least 2 and at most a week (10080)' }],
  ['the time of a failed command', { kind: 'commandFailed', minutes: 'x' }, { condition: MINUTES }],
  ['a duration', { forMinutes: 'x' }, { forS: MINUTES }],
  ['the name of a number', { metric: 'no name' }, { metric: 'This is no name of a number' }],
  ['a value at which it ends', { end: 'x' }, { clear: 'Give a number' }],
  ['a duration of quiet', { calmMinutes: 'x' }, { calm: MINUTES }],
  ['a left out tag', { without: 'x'.repeat(41) }, { without: 'A tag can have at most 40 characters' }],
  ['a time until it is told again', { againMinutes: 'x', adminMinutes: '60' }, { again: MINUTES }],
  ['a time until the administrators', { againMinutes: '60', adminMinutes: '1500' }, { administrators: MINUTES }],
  [
    'two messages at the same time',
    { againMinutes: '60', adminMinutes: '60' },
    { administrators: 'You are told again at this time: choose another' },
  ],
])('the form explains why it refuses %s', (_what, typed, errors) => {
  expect(ruleOf({ ...newDraft('own'), name: 'Disk', ...typed })).toEqual({ errors })
})

const disk = { ...newDraft('own'), name: 'Disk over 90 %' }
const typing = (...changes: Partial<Draft>[]) =>
  changes.reduce<Draft>((draft, change) => changeDraft(draft, change, disk), disk).name

test('the name of a rule follows its bound, also while that is typed anew', () => {
  expect(typing({ value: '9' }, { value: '' }, { value: '7' }, { value: '75' })).toBe('Disk over 75 %')
  expect(typing({ severity: 'info' })).toBe('Disk over 90 %')
})

test('a name that somebody gave to a rule stays', () => {
  expect(typing({ name: 'Home server is full' }, { value: '75' })).toBe('Home server is full')
})
