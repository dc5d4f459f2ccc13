import { setImmediate } from 'node:timers/promises'
import { createFairQueue, type Share } from '@atalaya/module-sdk/fair-queue'
import fc from 'fast-check'
import { expect, test } from 'vitest'

const PARALLEL = 2
const WAITING_MAX = 12

const share = fc.record({ group: fc.constantFrom('a', 'b', 'c', 'd'), member: fc.constantFrom('x', 'y', 'z') })
const shares = fc.array(share, { maxLength: 60 })

/** A queue whose tasks end on command. `begun` lists the owners of started tasks in order. */
function createLine() {
  const inTurn = createFairQueue({ parallel: PARALLEL, waitingMax: WAITING_MAX, refusal: () => new Error('full') })
  const begun: Share[] = []
  const refused: Share[] = []
  const running: (() => void)[] = []
  let max = 0
  return {
    begun,
    refused,
    max: () => max,
    bring(requester: Share): Promise<void> {
      const work = () => {
        begun.push(requester)
        const { promise, resolve } = Promise.withResolvers<void>()
        max = Math.max(max, running.push(resolve))
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

/** Waiting work by owner: all submitted work, without begun and refused work. */
function waitingOf(brought: Share[], { begun, refused }: ReturnType<typeof createLine>): Share[] {
  const left = [...brought]
  for (const finished of [...begun, ...refused]) left.splice(left.indexOf(finished), 1)
  return left
}
const countOf = (group: string, all: Share[]) => all.filter((share) => share.group === group).length

test('each task either runs once or is refused, within the parallel limit', () =>
  fc.assert(
    fc.asyncProperty(shares, async (all) => {
      const line = createLine()
      const done = all.map(line.bring)
      while (await line.endOne()) expect(line.max()).toBeLessThanOrEqual(PARALLEL)
      await Promise.all(done)
      expect(line.begun.length + line.refused.length).toBe(all.length)
      expect(line.refused).toHaveLength(Math.max(0, all.length - PARALLEL - WAITING_MAX))
      expect(new Set([...line.begun, ...line.refused])).toEqual(new Set(all))
    }),
  ))

test('a full queue refuses a task of the group with the most waiting tasks', () =>
  fc.assert(
    fc.asyncProperty(shares, async (all) => {
      const line = createLine()
      const brought: Share[] = []
      for (const of of all) {
        const known = line.refused.length
        void line.bring(of)
        brought.push(of)
        await setImmediate()
        const [refused] = line.refused.slice(known)
        if (!refused) continue
        const before = [...waitingOf(brought, line), refused]
        const max = Math.max(...before.map(({ group }) => countOf(group, before)))
        expect(countOf(refused.group, before)).toBe(max)
      }
    }),
  ))

test('a task waits for one turn of each other group and of each member of its group', () =>
  fc.assert(
    fc.asyncProperty(shares, async (all) => {
      const line = createLine()
      for (const of of all) void line.bring(of)
      await setImmediate()
      const began = line.begun.length
      const waited = waitingOf(all, line)
      while (await line.endOne()) {}
      const order = line.begun.slice(began)
      const groups = new Set(waited.map(({ group }) => group))
      for (const group of groups) {
        expect(order.findIndex((share) => share.group === group)).toBeLessThan(groups.size)
        const own = order.filter((share) => share.group === group)
        const members = new Set(own.map(({ member }) => member))
        for (const member of members) {
          expect(own.findIndex((share) => share.member === member)).toBeLessThan(members.size)
        }
      }
    }),
  ))

test('a failed task makes room like a successful one', async () => {
  const inTurn = createFairQueue({ parallel: 1, waitingMax: 1, refusal: () => new Error('full') })
  const of = { group: 'a', member: 'x' }
  const failing = inTurn(of, () => Promise.reject(new Error('failed')))
  const next = inTurn(of, async () => 'done')
  await expect(failing).rejects.toThrow('failed')
  expect(await next).toBe('done')
})
