import { expect, test } from 'vitest'
import { createFaults } from '#server/containment/faults.ts'
import type { Use } from '#server/credentials/credentials.repo.ts'
import { createLastUses } from '#server/credentials/last-uses.ts'

test('uses of tokens that could not be stored are stored later, each with its newest time', async () => {
  let clock = 1000
  const stored = new Map<string, Use>()
  let isDatabaseAway = true
  const repo = {
    async recordUse(use: Use) {
      if (isDatabaseAway && use.id === 'second') {
        // A newer use, while the older one is being stored.
        uses.add('third', '192.0.2.9')
        throw new Error('the database is unavailable')
      }
      stored.set(use.id, use)
    },
  }
  const uses = createLastUses({ repo, faults: createFaults(() => {}), now: () => clock })
  for (const id of ['first', 'second', 'third']) uses.add(id, '192.0.2.1')
  clock = 2000
  await expect(uses.write()).rejects.toThrow('unavailable')
  isDatabaseAway = false
  await uses.write()
  expect(Object.fromEntries(stored)).toEqual({
    first: { id: 'first', at: 1000, address: '192.0.2.1' },
    second: { id: 'second', at: 1000, address: '192.0.2.1' },
    third: { id: 'third', at: 2000, address: '192.0.2.9' },
  })
})
