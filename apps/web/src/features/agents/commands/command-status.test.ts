import { type Batch, commandStatus } from '@atalaya/contract/commands'
import { expect, test } from 'vitest'
import { COMMAND_LOOKS, endedCount, isFinal, isOver, summary } from '#web/features/agents/commands/command-status.ts'

test('every state has a different label', () => {
  const words = commandStatus.options.map((status) => COMMAND_LOOKS[status].label)
  expect(new Set(words).size).toBe(commandStatus.options.length)
})

test.each([
  ['queued', false],
  ['running', false],
  ['cancelling', false],
  ['succeeded', true],
  ['unknown', true],
] as const)('%s is final: %s', (status, expected) => {
  expect(isFinal(status)).toBe(expected)
})

test.each<[Pick<Batch, 'total' | 'counts'>, number, boolean, string]>([
  [{ total: 3, counts: { queued: 3 } }, 0, false, '3 waiting'],
  [
    { total: 12, counts: { running: 1, queued: 2, succeeded: 8, failed: 1 } },
    9,
    false,
    '8 succeeded, 1 failed, 1 running, 2 waiting',
  ],
  [{ total: 2, counts: { unknown: 1, timed_out: 1 } }, 2, true, '1 timed out, 1 unknown'],
])('a batch of %j has its summary', (batch, ended, over, text) => {
  expect(endedCount(batch)).toBe(ended)
  expect(isOver(batch)).toBe(over)
  expect(summary(batch)).toBe(text)
})
