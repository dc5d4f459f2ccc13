// `npm run test:fuzz -- --requests 50000 --seed 1`: the long form of the fuzz tests, on both databases. `--database
// sqlite` runs them on one, `--doors` those of single doors alone. Writes docs/reliability.md.
import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'
import { root } from './lib/workspaces.ts'
import { ensureInstalled, runOrExplain } from './product/prepare.ts'
import { runLong } from './tests/long.ts'

const SEEDS = 2 ** 31
const options = {
  requests: { type: 'string', default: '50000' },
  seed: { type: 'string', default: String(randomInt(SEEDS)) },
  database: { type: 'string' },
  doors: { type: 'boolean', default: false },
} as const
const { requests, seed, database, doors } = parseArgs({ options }).values

if (!(Number(requests) >= 1)) throw new Error('--requests is a number from 1 on')
if (!Number.isInteger(Number(seed))) throw new Error('--seed is a whole number')
await runOrExplain(() => ensureInstalled(root))
console.log(`Seed ${seed}`)
const environment = { FUZZ_REQUESTS: requests, FUZZ_SEED: seed }
const doorTests = ['apps/server/test/fuzz/', 'apps/web/src/testing/doors.test.ts']
const files = doors ? doorTests : ['apps/server/test/fuzz.test.ts', ...doorTests]
// Doors are the same on every database; those of the browser have no server at all.
process.exitCode = await runLong(files, environment, database, ['web'])
