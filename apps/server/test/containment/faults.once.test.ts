import { expect, test } from 'vitest'
import { createFaults, type FaultScope } from '#server/containment/faults.ts'

function setUp() {
  const reported: [FaultScope, string][] = []
  const faults = createFaults((error, where) => reported.push([where, (error as Error).message]))
  return { faults, reported, countOf: (where: FaultScope) => faults.counts().get(where) }
}
const throwError = () => {
  throw new Error('broken')
}

test.each([
  ['at once', throwError],
  ['in a promise', async () => throwError()],
])('an error thrown %s ends one piece of work, is reported once and counted', async (_when, work) => {
  const { faults, reported, countOf } = setUp()
  const ended = Promise.withResolvers<unknown>()
  faults.contain('agent_socket', work, ended.resolve)
  expect(await ended.promise).toEqual(new Error('broken'))
  expect(reported).toEqual([['agent_socket', 'broken']])
  expect([countOf('agent_socket'), countOf('job')]).toEqual([1, 0])
})

test('a failing cleanup is reported and contained, too', () => {
  const { faults, reported } = setUp()
  const worse = () => {
    throw new Error('worse')
  }
  faults.contain('live_stream', throwError, worse)
  expect(reported).toEqual([
    ['live_stream', 'broken'],
    ['live_stream', 'worse'],
  ])
})

test('a promise that nobody awaits is reported when it fails', async () => {
  const { faults, reported } = setUp()
  faults.inBackground('bus', Promise.reject(new Error('away')))
  await expect.poll(() => reported).toEqual([['bus', 'away']])
})

test('an uncaught error ends the work that caused it, if any', async () => {
  const { faults, reported } = setUp()
  const ended: unknown[] = []
  const later = Promise.withResolvers<void>()
  const work = () => setImmediate(() => later.resolve(faults.uncaught(new Error('late'))))
  faults.contain('source', work, (error) => ended.push(error))
  await later.promise
  faults.uncaught(new Error('lost'))
  expect(ended).toEqual([new Error('late')])
  expect(reported).toEqual([
    ['source', 'late'],
    ['nobody', 'lost'],
  ])
})
