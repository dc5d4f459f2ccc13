import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Bucket, bucketOf, decode, encode, merge } from '#server/telemetry/bucket.ts'

// JSON knows no negative zero.
const value = fc.double({ min: -1e9, max: 1e9, noNaN: true }).map((number) => number + 0)
const sum = (buckets: Bucket[]): Bucket => {
  const [first, ...rest] = buckets.map((bucket) => structuredClone(bucket))
  if (!first) throw new Error('nothing to sum')
  for (const bucket of rest) merge(first, bucket)
  return first
}

test('merged buckets are equal for any split of the samples', () => {
  fc.assert(
    fc.property(fc.array(value, { minLength: 2, maxLength: 50 }), fc.nat(), (values, position) => {
      const cut = 1 + (position % (values.length - 1))
      const part = (some: number[]) => sum(some.map((number) => bucketOf([number])))
      const split = sum([part(values.slice(0, cut)), part(values.slice(cut))])
      expect(split.count).toBe(values.length)
      expect(split.min).toEqual([Math.min(...values)])
      expect(split.max).toEqual([Math.max(...values)])
      const mean = values.reduce((total, number) => total + number / values.length, 0)
      expect(Math.abs((split.avg[0] ?? 0) - mean)).toBeLessThan(1e-3)
    }),
  )
})

test('a bucket keeps count, minimum and maximum in storage, with its mean between them', () => {
  fc.assert(
    fc.property(
      fc.array(fc.array(value, { minLength: 3, maxLength: 3 }), { minLength: 1, maxLength: 20 }),
      (samples) => {
        const bucket = sum(samples.map(bucketOf))
        const read = decode(bucket.count, encode(bucket))
        expect([read.count, read.min, read.max]).toEqual([bucket.count, bucket.min, bucket.max])
        read.avg.forEach((avg, n) => {
          expect(avg).toBeGreaterThanOrEqual(read.min[n] ?? Number.POSITIVE_INFINITY)
          expect(avg).toBeLessThanOrEqual(read.max[n] ?? Number.NEGATIVE_INFINITY)
        })
      },
    ),
  )
})
