import { expect, test } from 'vitest'
import { createInstances } from '#server/gateway/instances.ts'
import { gatewaySettings as settings } from '#server/gateway/settings.ts'
import { stoppedTime } from '#test/support/stopped-time.ts'

const { beatEveryMs, leaseMs } = settings
const BEATS_OF_A_LEASE = leaseMs / beatEveryMs

const advance = stoppedTime()

/** An instance beside `other`, whose beat never rises. It records its steps; `fails` makes a step fail. */
async function startInstance(fails: (step: string) => boolean = () => false) {
  const steps: string[] = []
  const others = new Set(['other'])
  const runStep = async (step: string) => {
    steps.push(step)
    if (fails(step)) throw new Error('The database is unavailable')
  }
  const instances = createInstances({
    repo: {
      beat: () => runStep('beat').then(() => 2),
      all: async () => [...others].map((id) => ({ id, beat: 7 })),
      remove: async (id) => {
        await runStep(`remove ${id}`)
        others.delete(id)
      },
    },
    instance: 'own',
    settings,
    onSilent: (id) => runStep(`give up ${id}`),
    onGivenUp: async () => void steps.push('given up'),
    onError: () => void steps.push('error'),
  })
  await instances.start()
  steps.length = 0
  return { instances, steps }
}

test('a silent instance is given up once its silence exceeds the lease', async () => {
  const { instances, steps } = await startInstance()
  // The first beat after the start reads the other's beat.
  await advance((1 + BEATS_OF_A_LEASE) * beatEveryMs)
  expect(steps).toEqual(Array(1 + BEATS_OF_A_LEASE).fill('beat'))
  await advance(beatEveryMs)
  expect(steps.slice(1 + BEATS_OF_A_LEASE)).toEqual(['beat', 'give up other', 'remove other'])
  await instances.close()
})

test.each(['give up other', 'remove other'])(
  'an instance that fails to %s tries again at its next beat',
  async (failingStep) => {
    let failures = 1
    const { instances, steps } = await startInstance((step) => step === failingStep && failures-- > 0)
    await advance((3 + BEATS_OF_A_LEASE) * beatEveryMs)
    const failed = ['beat', 'give up other', 'remove other'].slice(0, failingStep === 'give up other' ? 2 : 3)
    expect(steps.slice(1 + BEATS_OF_A_LEASE)).toEqual([...failed, 'error', 'beat', 'give up other', 'remove other'])
    await instances.close()
  },
)

test('after an outage of the database longer than a lease, an instance does not give up the others', async () => {
  let isDatabaseAway = false
  const { instances, steps } = await startInstance(() => isDatabaseAway)
  await advance(beatEveryMs)
  isDatabaseAway = true
  await advance((1 + BEATS_OF_A_LEASE) * beatEveryMs)
  isDatabaseAway = false
  steps.length = 0
  await advance(BEATS_OF_A_LEASE * beatEveryMs)
  expect(steps).toEqual(Array(BEATS_OF_A_LEASE).fill('beat'))
  await instances.close()
})

test('an instance that closes during a beat waits for it, and sends no other', async () => {
  const heldBeat = Promise.withResolvers<void>()
  const done: string[] = []
  let beats = 0
  const instances = createInstances({
    repo: {
      beat: async () => {
        if (++beats === 2) await heldBeat.promise
        done.push('beat')
        return 2
      },
      all: async () => [],
      remove: async () => {},
    },
    instance: 'own',
    settings,
    onSilent: async () => {},
    onGivenUp: async () => {},
    onError: () => {},
  })
  await instances.start()
  await advance(beatEveryMs)
  const closing = instances.close().then(() => done.push('closed'))
  heldBeat.resolve()
  await closing
  await advance(2 * beatEveryMs)
  expect(done).toEqual(['beat', 'beat', 'closed'])
})
