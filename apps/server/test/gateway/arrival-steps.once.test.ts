import { hello } from '@atalaya/contract/agent-protocol'
import { expect, test } from 'vitest'
import type { Repos, RunInTransaction } from '#server/compose/repos.ts'
import type { Registry } from '#server/connections/registry.ts'
import { createArrivals } from '#server/gateway/arrival.ts'
import type { Arrival, GatewayRepo } from '#server/gateway/gateway.repo.ts'
import { createQuarantine } from '#server/gateway/quarantine.ts'
import { gatewaySettings } from '#server/gateway/settings.ts'

/** Tries of a hello that conflicts with other connections of its agent. */
const TRIES_MAX = 50

const peer = { agentId: 'box', ref: 1, ownerId: 'ada', tokenHash: 'hash', ip: '192.0.2.1' }
const stored = {
  epoch: 4,
  tokenHash: 'hash',
  isQuarantined: false,
  isOwnerActive: true,
  resumeHash: 'of another program',
  resumePrevious: null,
  holders: [],
}
type Stored = typeof stored
const legitimate = hello.parse({ version: '1', runId: 'run', hostname: 'box', resume: null })
/** A hello with the resume token of a program whose place another one has taken. */
const suspicious = { ...legitimate, resume: '2.old' }

/** Arrivals at a database. `find` gives the stored state; `isFirst` is false if another connection writes earlier. */
function createTestArrivals(find: (reads: number) => Stored | null, isFirst: (writes: number) => boolean = () => true) {
  let reads = 0
  const writes: string[] = []
  const gateway = {
    findHolders: async () => find(++reads),
    storeArrival: async ({ foundEpoch, tokenHash, instance }: Arrival) => {
      writes.push(`arrival after ${foundEpoch} with ${tokenHash} at ${instance}`)
      return isFirst(writes.length) ? { name: 'box', tags: [] } : null
    },
    quarantine: async (_id: string, foundEpoch: number) => {
      writes.push(`quarantine after ${foundEpoch}`)
      return isFirst(writes.length)
    },
  }
  const audit = { insert: async () => void writes.push('audit') }
  const tx = (work: (repos: Repos) => unknown) => work({ gateway, audit } as unknown as Repos)
  const putInQuarantine = createQuarantine({
    tx: tx as RunInTransaction<'audit' | 'gateway'>,
    registry: { keepOut: (id: string, epoch: number) => void writes.push(`${id} kept out below ${epoch}`) } as Registry,
    announce: async (ids) => void writes.push(`announced ${ids}`),
    now: () => 0,
  })
  const repo = gateway as unknown as GatewayRepo
  const arrive = createArrivals({ repo, putInQuarantine, settings: gatewaySettings, instance: 'here', now: () => 0 })
  return { arrive, writes, reads: () => reads }
}

test.each<[string, Stored | null, string]>([
  ['that was removed', null, 'removed'],
  ['with a new token', { ...stored, tokenHash: 'newer', isOwnerActive: false }, 'removed'],
  ['of a deactivated owner', { ...stored, isOwnerActive: false, isQuarantined: true }, 'ownerInactive'],
  ['in quarantine', { ...stored, isQuarantined: true }, 'quarantined'],
])('an agent %s is refused, and nothing is written', async (_state, found, refused) => {
  const { arrive, writes } = createTestArrivals(() => found)
  expect(await arrive(peer, legitimate)).toEqual({ refused })
  expect(writes).toEqual([])
})

test('an arrival that another connection overtakes is judged again by the newer state', async () => {
  const { arrive, writes } = createTestArrivals(
    (reads) => ({ ...stored, epoch: 3 + reads }),
    (count) => count === 2,
  )
  const arrived = await arrive(peer, legitimate)
  expect(writes).toEqual(['arrival after 4 with hash at here', 'arrival after 5 with hash at here'])
  const resume = expect.stringMatching(/^6\../)
  expect(arrived).toMatchObject({ epoch: 6, welcome: { t: 'welcome', d: { resume, agent: { agentId: 'box' } } } })
})

test('a hello that is overtaken again and again is given up', async () => {
  const { arrive, reads } = createTestArrivals(
    () => stored,
    () => false,
  )
  await expect(arrive(peer, legitimate)).rejects.toThrow('too many connections')
  expect(reads()).toBe(TRIES_MAX)
})

test('a suspicious agent is put into quarantine above all its connections', async () => {
  const { arrive, writes } = createTestArrivals(() => stored)
  expect(await arrive(peer, suspicious)).toEqual({ refused: 'quarantined' })
  expect(writes).toEqual(['quarantine after 4', 'audit', 'box kept out below 5', 'announced box'])
})

test('a quarantine that another connection overtakes leaves no trace, and the hello is judged again', async () => {
  const { arrive, writes } = createTestArrivals(
    (reads) => (reads === 1 ? stored : { ...stored, resumeHash: null as unknown as string }),
    (count) => count > 1,
  )
  expect(await arrive(peer, suspicious)).toMatchObject({ epoch: 5 })
  expect(writes).toEqual(['quarantine after 4', 'arrival after 4 with hash at here'])
})
