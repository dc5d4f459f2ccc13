import type { AgentSort } from '@atalaya/contract/agent-listing'
import { expect, test } from 'vitest'
import { directionOf, isFiltered, NO_LISTING, readListing } from '#web/features/agents/list/listing.ts'
import { savedParamsOf, withListChange } from '#web/features/agents/list/listing-address.ts'

test.each([
  ['sort=disk&status=offline,degraded&tag=attic', { sort: 'disk', status: 'offline,degraded', tag: ['attic'] }],
  ['trouble=true&order=asc&ownerId=u1', { trouble: 'true', order: 'asc', ownerId: ['u1'] }],
  ['sort=ip&status=asleep&tag=&trouble=yes&order=up', {}],
  ['sort=constructor', {}],
  ['status=offline,banana', { status: 'offline' }],
  ['system=&version=1.0', { system: [''], version: ['1.0'] }],
  ['tag=attic&tag=hall,+it&tag=attic&tag=', { tag: ['attic', 'hall, it'] }],
])('the address ?%s lists %j', (search, listing) => {
  expect(readListing(new URLSearchParams(search))).toEqual(listing)
})

test.each([
  ['page=3&query=nas', { tag: ['attic'] }, 'query=nas&tag=attic'],
  ['tag=attic&sort=disk', { tag: ['attic', 'hall'] }, 'sort=disk&tag=attic&tag=hall'],
  ['tag=attic&sort=disk', { tag: undefined }, 'sort=disk'],
  ['tag=attic&sort=disk&as=rows', NO_LISTING, 'as=rows'],
  ['tag=attic', { page: 2 }, 'tag=attic&page=2'],
])('the address ?%s with %j becomes ?%s', (before, change, after) => {
  expect(withListChange(new URLSearchParams(before), change).toString()).toBe(after)
})

test('a view keeps all choices of a repeated filter', () => {
  expect(savedParamsOf(new URLSearchParams('page=2&tag=attic&query=nas&tag=hall&ownerId=u1&ownerId=u2'))).toBe(
    'query=nas&tag=attic&tag=hall&ownerId=u1&ownerId=u2',
  )
})

const DEFAULT_DIRECTIONS: Record<AgentSort, 'asc' | 'desc'> = {
  status: 'asc',
  name: 'asc',
  version: 'asc',
  lastSeen: 'desc',
  cpu: 'desc',
  memory: 'desc',
  disk: 'desc',
  temperature: 'desc',
}

test.each(Object.entries(DEFAULT_DIRECTIONS))(
  'the list sorts by %s in the direction %s by default',
  (sort, direction) => {
    expect(directionOf({ sort: sort as AgentSort })).toBe(direction)
    for (const order of ['asc', 'desc'] as const) expect(directionOf({ sort: sort as AgentSort, order })).toBe(order)
  },
)

test('a sort order alone does not count as a filter', () => {
  expect([isFiltered({ sort: 'disk', order: 'asc' }), isFiltered({ trouble: 'true' })]).toEqual([false, true])
})
