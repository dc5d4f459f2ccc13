import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createFrameTurns, type FrameOrEnd, type FrameQueue } from '#server/gateway/frame-turns.ts'

function createQueue(handled: string[], name: string) {
  const states: string[] = []
  const queue: FrameQueue = {
    waiting: [],
    handle: (frame) => handled.push(`${name}${frame ?? ' ends'}`),
    pause: () => states.push('stopped'),
    resume: () => states.push('reads on'),
  }
  return { queue, states }
}

const frames = (count: number): FrameOrEnd[] => Array.from({ length: count }, (_, n) => Buffer.from(`${n}`))

test('a turn handles a bounded number of frames in order, and the end of the connection last', async () => {
  const turns = createFrameTurns()
  const handled: string[] = []
  const { queue, states } = createQueue(handled, 'a')
  for (const frame of [...frames(200), null]) turns.accept(queue, frame)
  const countsAfterTurns: number[] = [handled.length]
  while (handled.length < 201) {
    await setImmediate()
    countsAfterTurns.push(handled.length)
  }
  expect(countsAfterTurns).toEqual([64, 128, 192, 201])
  expect(handled).toEqual([...frames(200).map((frame) => `a${frame}`), 'a ends'])
  expect(states).toEqual(['stopped', 'reads on'])
})

test('agents with few frames do not wait for an agent with many', async () => {
  const turns = createFrameTurns()
  const handled: string[] = []
  const busy = createQueue(handled, 'busy ')
  const quiet = createQueue(handled, 'quiet ')
  for (const frame of frames(1000)) turns.accept(busy.queue, frame)
  for (const frame of frames(3)) turns.accept(quiet.queue, frame)
  await setImmediate()
  expect(handled.filter((entry) => entry.startsWith('quiet'))).toHaveLength(3)
  expect(quiet.states).toEqual(['stopped', 'reads on'])
  expect(busy.states).toEqual(['stopped'])
})

test('large frames end a turn early', async () => {
  const turns = createFrameTurns()
  const handled: string[] = []
  const { queue } = createQueue(handled, 'a')
  // Two of these frames reach the bytes of one turn.
  for (let n = 0; n < 4; n++) turns.accept(queue, Buffer.alloc(40 * 1024))
  expect(handled).toHaveLength(2)
})
