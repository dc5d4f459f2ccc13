import { SourceError } from '@atalaya/module-sdk/server'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createOutbound } from '#server/net/outbound.ts'
import { createSourceNet } from '#server/widget-data/source-net.ts'
import { createTurns } from '#server/widget-data/turns.ts'
import { localWeb } from '#test/support/local-web.ts'
import { loopback } from '#test/support/loopback.ts'
import { resolveTo } from '#test/support/names.ts'
import { inStoppedTime, withoutAdvancingTime } from '#test/support/stopped-time.ts'
import { countTurns } from '#test/support/turn-counter.ts'

const share = (group: string) => ({ group, member: 'conversations' })
const unused = () => Promise.reject(new Error('not used here'))

test('a user with one read waits for at most one turn of a user with many', async () => {
  const turns = createTurns()
  const order: string[] = []
  const many = Array.from({ length: 10 }, () => turns.take(share('many'), () => void order.push('many')))
  await turns.take(share('one'), () => void order.push('one'))
  expect(order.indexOf('one')).toBeLessThanOrEqual(2)
  await Promise.all(many)
})

test('after a long turn other work runs before the next turn', async () => {
  await inStoppedTime(async (advance) => {
    const turns = createTurns()
    let isNext = false
    const first = turns.take(share('a'), () => void vi.advanceTimersByTime(20))
    const next = turns.take(share('b'), () => {
      isNext = true
    })
    await expect.poll(() => vi.getTimerCount(), withoutAdvancingTime).toBe(1)
    await advance(59)
    expect(isNext).toBe(false)
    await advance(1)
    await Promise.all([first, next])
    expect(isNext).toBe(true)
  })
})

test('the number of long answers in memory is limited, and a source that gives up frees its place', async () => {
  const turns = createTurns({ longMax: 2 })
  const slots = ['a', 'b', 'c', 'd'].map((group) => turns.slotFor(share(group)))
  const inside: number[] = []
  const entering = slots.map((slot, index) => slot.enter().then(() => void inside.push(index)))
  await Promise.all(entering.slice(0, 2))
  expect(inside).toEqual([0, 1])
  // The waiting source has given up.
  slots[2]?.leave()
  slots[0]?.leave()
  await Promise.all(entering)
  expect(inside).toEqual([0, 1, 2, 3])
  slots[1]?.leave()
  slots[3]?.leave()
})

test('reads beyond the limit are refused to the user with the most reads', async () => {
  const turns = createTurns()
  const turnedDown: string[] = []
  const take = (group: string) => turns.take(share(group), () => undefined).catch(() => void turnedDown.push(group))
  const all = [...Array.from({ length: 2_001 }, () => take('many')), take('one')]
  await Promise.all(all)
  expect(turnedDown).toEqual(['many'])
})

test('simultaneous answers are read in separate turns, and long ones when a place is free', async () => {
  const [turns, waiting] = [createTurns({ longMax: 1 }), new Set<number>()]
  const request = async (url: string, { waitForLongBodySlot }: { waitForLongBodySlot?: () => Promise<void> }) => {
    waiting.add(Number(url))
    await waitForLongBodySlot?.()
    return { status: 200, type: '', headers: {}, body: Buffer.from(url) }
  }
  const outbound = { request, connect: unused, resolve: unused, services: async () => [] }
  const { signal } = new AbortController()
  const net = createSourceNet({ outbound, turns, signal, queueKey: share('a'), abort: unused, warn: () => undefined })
  const turnCounter = countTurns()
  const turnsOfReads = await Promise.all(
    [0, 1, 2, 3, 4].map((n) => net.request(String(n)).then(() => turnCounter.turn)),
  )
  turnCounter.stop()
  expect(waiting.size).toBe(5)
  expect(new Set(turnsOfReads).size).toBe(5)
})

test('long answers that break off or are too large free their place', async () => {
  const origin = await localWeb(({ url }, response) => {
    if (url === '/too-large') response.end('x'.repeat(2 * 1024 * 1024))
    else response.write('x'.repeat(100_000), () => (url === '/whole' ? response.end() : response.destroy()))
  })
  const outbound = createOutbound({ allowed: loopback, names: resolveTo([]) })
  onTestFinished(outbound.close)
  const turns = createTurns({ longMax: 1 })
  const { signal } = new AbortController()
  const net = createSourceNet({ outbound, turns, signal, queueKey: share('a'), abort: unused, warn: () => undefined })
  for (const path of ['/broken', '/too-large']) await expect(net.request(origin + path)).rejects.toThrow(SourceError)
  expect((await net.request(`${origin}/whole`)).body).toHaveLength(100_000)
})
