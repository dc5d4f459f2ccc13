import { expect, test } from 'vitest'
import { type Draft, newDraft, ruleOf } from '#web/features/alerts/rule-draft.ts'

const MINUTES = 'Give minutes, at most a day (1440)'

test.each<[string, Partial<Draft>, object]>([
  ['a bound', { value: 'x' }, { condition: 'Give a number' }],
  ['an empty bound', { value: ' ' }, { condition: 'Give a number' }],
  ['a silence', { kind: 'silent', minutes: '1' }, { condition: 'Give minutes, at least 2 and at most a week (10080)' }],
  ['the time of a failed command', { kind: 'commandFailed', minutes: 'x' }, { condition: MINUTES }],
  ['a duration', { forMinutes: 'x' }, { forS: MINUTES }],
  ['a time until the administrators', { adminMinutes: '1500' }, { escalation: MINUTES }],
])('the form explains why it refuses %s', (_what, typed, errors) => {
  expect(ruleOf({ ...newDraft('own'), name: 'Disk', ...typed })).toEqual({ errors })
})
