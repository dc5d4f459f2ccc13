import { expect, test } from 'vitest'
import { createLog } from './log.ts'

test('the log writes a hundred lines a minute, notes that it drops more, and continues in another minute', () => {
  const lines: string[] = []
  let clock = 0
  const log = createLog(
    (line) => lines.push(line),
    () => clock,
  )
  for (let n = 0; n < 10_000; n++) log.say('again')
  expect(lines).toHaveLength(101)
  expect(lines.at(-1)).toContain('More than that is not logged in this minute')
  clock = 60_000
  log.say('a word')
  expect(lines.at(-1)).toContain('a word')
  // A clock that was set back silences nothing.
  for (let n = 0; n < 200; n++) log.say('again')
  clock = 0
  log.say('earlier')
  expect(lines.at(-1)).toContain('earlier')
})
