import fc from 'fast-check'
import { expect, test } from 'vitest'
import { splitByTotal } from '#server/domain/groups.ts'

const TOTAL_MAX = 10

test('groups contain all items in order, each group within the maximum or with a single item', () => {
  fc.assert(
    fc.property(fc.array(fc.record({ total: fc.nat(2 * TOTAL_MAX) })), (items) => {
      const groups = splitByTotal(items, TOTAL_MAX)
      expect(groups.flat()).toEqual(items)
      for (const group of groups) {
        const total = group.reduce((sum, item) => sum + item.total, 0)
        expect(group.length === 1 || total <= TOTAL_MAX).toBe(true)
      }
    }),
  )
})
