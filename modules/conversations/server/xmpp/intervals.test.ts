import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { follow } from '../testing/follow.ts'
import { archiveAnswer, PASSWORD, startStandInXmpp } from '../testing/stand-in-xmpp.ts'

const SECOND = 1_000
const STAMP = "<delay xmlns='urn:xmpp:delay' stamp='2026-11-20T10:00:00Z'/>"
const HELLO = "<message from='bob@farm.test/phone' to='ada@farm.test' type='chat'><body>hello</body></message>"

const STEP_MS = 10

let xmpp: Awaited<ReturnType<typeof startStandInXmpp>>
let running: ReturnType<typeof follow>
/** Messages that come with the next read of the archive. */
let archive: string[]
/** Times at which the archive was read, and those of full reads, which read everything else, too. */
let reads: number[]
let fullReads: number[]
beforeEach(async () => {
  ;[archive, reads, fullReads] = [[], [], []]
  xmpp = await startStandInXmpp()
  xmpp.script.answer = (question) => {
    if (question.text.includes('urn:xmpp:mds:displayed:0')) fullReads.push(performance.now())
    if (!question.text.includes('urn:xmpp:mam:2')) return undefined
    reads.push(performance.now())
    return archiveAnswer(question, archive.splice(0))
  }
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] })
  running = follow({ service: 'xmpp', user: 'ada@farm.test', password: PASSWORD, homeserver: xmpp.address })
  await running.next(() => true)
})
afterEach(async () => {
  xmpp.stop()
  await running.failure()
  vi.useRealTimers()
})

/** Lets time pass in small steps, with some turns of the event loop after each for the network. */
async function pass(ms: number) {
  for (let passed = 0; passed < ms; passed += STEP_MS) {
    await vi.advanceTimersByTimeAsync(STEP_MS)
    for (let turns = 0; turns < 5; turns += 1) await new Promise((resolve) => setImmediate(resolve))
  }
}
const gaps = (times: number[]) => times.slice(1).map((at, index) => at - (times[index] ?? 0))

test('without pushes the archive is read about once a second, and all else each half minute', async () => {
  await pass(70 * SECOND)
  expect(Math.min(...gaps(reads))).toBeGreaterThanOrEqual(SECOND)
  expect(reads.length).toBeGreaterThan(35)
  expect(fullReads).toHaveLength(3)
  expect(Math.min(...gaps(fullReads))).toBeGreaterThanOrEqual(30 * SECOND)
  // Data are sent after each full read.
  for (let read = 1; read < 3; read += 1) expect((await running.next(() => true)).rooms).toEqual([])
})

test('a pushed message is read at once, and pushes make further reads rare', async () => {
  await pass(2 * SECOND)
  archive.push(`${STAMP}${HELLO}`)
  const before = reads.length
  xmpp.say(HELLO)
  // Comes without any time passing.
  await vi.waitUntil(() => reads.length > before, { interval: 0, timeout: 20 * SECOND })
  expect((await running.next(({ rooms }) => rooms.length > 0)).rooms[0]?.last?.text).toBe('hello')
  await pass(9 * SECOND)
  expect(reads).toHaveLength(before + 1)
  await pass(2 * SECOND)
  expect(reads).toHaveLength(before + 2)
})

test('a clock that is set back does not delay the next full read', async () => {
  vi.setSystemTime(Date.now() - 3_600_000)
  await pass(35 * SECOND)
  expect(fullReads).toHaveLength(2)
})
