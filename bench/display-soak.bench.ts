// `node bench/display-soak.bench.ts` after `npm run build`: a day (`SOAK_HOURS`) of `/display` in 24 minutes. The parts
// that run faster are in `faster.ts`.
import { soakDisplay } from './display-soak.ts'
import { storeResults } from './results.ts'
import { endsOf, GROWTH_MAX, HEAD, lineOf } from './soak-report.ts'

const HOURS = Number(process.env.SOAK_HOURS ?? 24)
const RATE = 60

console.log(HEAD)
const rows = await soakDisplay({ hours: HOURS, everyHours: 1, rate: RATE, onRow: (row) => console.log(lineOf(row)) })
const { first, last, reloads } = endsOf(rows)

const figuresOf = (key: 'heap' | 'nodes' | 'listeners', unit: string, growthMax: number | null) => [
  {
    name: `paired display ×${RATE}, ${key} after the first hour (median of the next three)`,
    value: first[key],
    limit: null,
    unit,
  },
  {
    name: `paired display ×${RATE}, ${key} after ${HOURS} hours`,
    value: last[key],
    limit: growthMax && first[key] * growthMax,
    unit,
  },
]
storeResults('display-soak', {
  figures: [
    ...figuresOf('heap', 'MB', GROWTH_MAX),
    // The number of nodes depends on how far a page has slid at that moment.
    ...figuresOf('nodes', 'nodes', null),
    ...figuresOf('listeners', 'listeners', GROWTH_MAX),
    { name: `paired display ×${RATE}, reloads in ${HOURS} hours`, value: reloads, limit: 0, unit: 'reloads' },
  ],
})
