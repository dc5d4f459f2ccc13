/** Aggregate of the samples of one bucket; the arrays have one entry for each metric of the set. */
export type Bucket = { count: number; min: number[]; avg: number[]; max: number[] }

/** A bucket of one sample. */
export function bucketOf(values: number[]): Bucket {
  return { count: 1, min: [...values], avg: [...values], max: [...values] }
}

/** Adds a sample to `bucket`, which is changed. */
export function add(bucket: Bucket, values: number[]): void {
  const { min, avg, max } = bucket
  const count = ++bucket.count
  for (let n = 0; n < avg.length; n++) {
    const value = values[n] ?? 0
    if (value < (min[n] ?? value)) min[n] = value
    if (value > (max[n] ?? value)) max[n] = value
    const oldAvg = avg[n] ?? value
    avg[n] = oldAvg + (value - oldAvg) / count
  }
}

/** Adds `more` to `bucket`, which is changed. */
export function merge(bucket: Bucket, more: Bucket): void {
  const count = bucket.count + more.count
  const weight = more.count / count
  for (let n = 0; n < bucket.avg.length; n++) {
    const [min = 0, avg = 0, max = 0] = [more.min[n], more.avg[n], more.max[n]]
    bucket.min[n] = Math.min(bucket.min[n] ?? min, min)
    bucket.max[n] = Math.max(bucket.max[n] ?? max, max)
    const oldAvg = bucket.avg[n] ?? avg
    bucket.avg[n] = oldAvg + (avg - oldAvg) * weight
  }
  bucket.count = count
}

/** Stored form: `[min, avg, max]` of each metric, one number if all three are the same. */
export function encode({ min, avg, max }: Bucket): string {
  return JSON.stringify(
    avg.map((mean, n) => {
      const [low = mean, high = mean] = [min[n], max[n]]
      return low === high ? low : [low, Math.min(high, Math.max(low, roundMean(mean))), high]
    }),
  )
}

export function decode(count: number, body: string): Bucket {
  const bucket: Bucket = { count, min: [], avg: [], max: [] }
  for (const entry of JSON.parse(body) as (number | [number, number, number])[]) {
    const [min, avg, max] = typeof entry === 'number' ? [entry, entry, entry] : entry
    bucket.min.push(min)
    bucket.avg.push(avg)
    bucket.max.push(max)
  }
  return bucket
}

/** Keeps as many digits as a chart shows. */
const roundMean = (mean: number) => (Math.abs(mean) < 10_000 ? Math.round(mean * 1000) / 1000 : Math.round(mean))
