import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createFrameTurns, type FrameOrEnd, type Line } from '#server/gateway/frame-turns.ts'

function createLine(seen: string[], name: string) {
  const states: string[] = []
  const line: Line = {
    waiting: [],
    handle: (frame) => seen.push(`${name}${frame ?? ' ends'}`),
    stop: () => states.push('stopped'),
    goOn: () => states.push('reads on'),
  }
  return { line, states }
}

const frames = (count: number): FrameOrEnd[] => Array.from({ length: count }, (_, n) => Buffer.from(`${n}`))

test('handles a bounded number of frames in a turn, in order, the end of the line last', async () => {
  const turns = createFrameTurns()
  const seen: string[] = []
  const { line, states } = createLine(seen, 'a')
  for (const one of [...frames(200), null]) turns.accept(line, one)
  const after: number[] = [seen.length]
  while (seen.length < 201) {
    await setImmediate()
    after.push(seen.length)
  }
  expect(after).toEqual([64, 128, 192, 201])
  expect(seen).toEqual([...frames(200).map((one) => `a${one}`), 'a ends'])
  expect(states).toEqual(['stopped', 'reads on'])
})

test('lines with little to say are not kept waiting by one that says much', async () => {
  const turns = createFrameTurns()
  const seen: string[] = []
  const loud = createLine(seen, 'loud ')
  const quiet = createLine(seen, 'quiet ')
  for (const one of frames(1000)) turns.accept(loud.line, one)
  for (const one of frames(3)) turns.accept(quiet.line, one)
  await setImmediate()
  expect(seen.filter((one) => one.startsWith('quiet'))).toHaveLength(3)
  expect(quiet.states).toEqual(['stopped', 'reads on'])
  expect(loud.states).toEqual(['stopped'])
})

test('large frames end a turn early', async () => {
  const turns = createFrameTurns()
  const seen: string[] = []
  const { line } = createLine(seen, 'a')
  for (let n = 0; n < 4; n++) turns.accept(line, Buffer.alloc(40 * 1024))
  expect(seen).toHaveLength(2)
})
