import { setImmediate } from 'node:timers/promises'
import { createFairQueue, type Share } from '@atalaya/module-sdk/fair-queue'
import fc from 'fast-check'
import { expect, test } from 'vitest'

const PARALLEL = 2
const WAITING_MAX = 12

/** Requester of a task: a member of a group. */
const share = fc.record({ group: fc.constantFrom('a', 'b', 'c', 'd'), member: fc.constantFrom('x', 'y', 'z') })
const shares = fc.array(share, { maxLength: 60 })

/** A queue whose tasks end on command. `begun` lists the requesters of started tasks in order. */
function createTestQueue() {
  const inTurn = createFairQueue({ parallel: PARALLEL, waitingMax: WAITING_MAX, refusal: () => new Error('full') })
  const begun: Share[] = []
  const refused: Share[] = []
  const running: (() => void)[] = []
  let maxRunning = 0
  return {
    begun,
    refused,
    maxRunning: () => maxRunning,
    submit(requester: Share): Promise<void> {
      const work = () => {
        begun.push(requester)
        const { promise, resolve } = Promise.withResolvers<void>()
        maxRunning = Math.max(maxRunning, running.push(resolve))
        return promise
      }
      return inTurn(requester, work).catch(() => void refused.push(requester))
    },
    async endOne(): Promise<boolean> {
      running.shift()?.()
      await setImmediate()
      return running.length > 0
    },
  }
}

/** Requesters of waiting tasks: of all submitted ones, without the begun and the refused. */
function waitingOf(submitted: Share[], { begun, refused }: ReturnType<typeof createTestQueue>): Share[] {
  const left = [...submitted]
  for (const finished of [...begun, ...refused]) left.splice(left.indexOf(finished), 1)
  return left
}
const countOf = (group: string, all: Share[]) => all.filter((share) => share.group === group).length

test('each task either runs once or is refused, within the parallel limit', () =>
  fc.assert(
    fc.asyncProperty(shares, async (all) => {
      const queue = createTestQueue()
      const done = all.map(queue.submit)
      while (await queue.endOne()) expect(queue.maxRunning()).toBeLessThanOrEqual(PARALLEL)
      await Promise.all(done)
      expect(queue.begun.length + queue.refused.length).toBe(all.length)
      expect(queue.refused).toHaveLength(Math.max(0, all.length - PARALLEL - WAITING_MAX))
      expect(new Set([...queue.begun, ...queue.refused])).toEqual(new Set(all))
    }),
  ))

test('a full queue refuses a task of the group with the most waiting tasks', () =>
  fc.assert(
    fc.asyncProperty(shares, async (all) => {
      const queue = createTestQueue()
      const submitted: Share[] = []
      for (const requester of all) {
        const refusedCount = queue.refused.length
        void queue.submit(requester)
        submitted.push(requester)
        await setImmediate()
        const [refused] = queue.refused.slice(refusedCount)
        if (!refused) continue
        const before = [...waitingOf(submitted, queue), refused]
        const max = Math.max(...before.map(({ group }) => countOf(group, before)))
        expect(countOf(refused.group, before)).toBe(max)
      }
    }),
  ))

test('a group waits for at most one turn of each other group, and a member for one of each other member', () =>
  fc.assert(
    fc.asyncProperty(shares, async (all) => {
      const queue = createTestQueue()
      for (const requester of all) void queue.submit(requester)
      await setImmediate()
      const begunBefore = queue.begun.length
      const waiting = waitingOf(all, queue)
      while (await queue.endOne()) {}
      const order = queue.begun.slice(begunBefore)
      const groups = new Set(waiting.map(({ group }) => group))
      for (const group of groups) {
        expect(order.findIndex((share) => share.group === group)).toBeLessThan(groups.size)
        const ofGroup = order.filter((share) => share.group === group)
        const members = new Set(ofGroup.map(({ member }) => member))
        for (const member of members) {
          expect(ofGroup.findIndex((share) => share.member === member)).toBeLessThan(members.size)
        }
      }
    }),
  ))

test('a failed task makes room like a successful one', async () => {
  const inTurn = createFairQueue({ parallel: 1, waitingMax: 1, refusal: () => new Error('full') })
  const requester = { group: 'a', member: 'x' }
  const failing = inTurn(requester, () => Promise.reject(new Error('failed')))
  const next = inTurn(requester, async () => 'done')
  await expect(failing).rejects.toThrow('failed')
  expect(await next).toBe('done')
})
