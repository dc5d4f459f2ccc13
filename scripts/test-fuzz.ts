// `npm run test:fuzz -- --requests 50000 --seed 1`: the long form of the fuzz test, on both databases, or with
// `--database sqlite` on one; writes docs/reliability.md.
import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'
import { root } from './lib/workspaces.ts'
import { ensureInstalled, orExplain } from './product/prepare.ts'
import { runLong } from './tests/long.ts'

const SEEDS = 2 ** 31
const options = {
  requests: { type: 'string', default: '50000' },
  seed: { type: 'string', default: String(randomInt(SEEDS)) },
  database: { type: 'string' },
} as const
const { requests, seed, database } = parseArgs({ options }).values

if (!(Number(requests) >= 1)) throw new Error('--requests is a number from 1 on')
if (!Number.isInteger(Number(seed))) throw new Error('--seed is a whole number')
await orExplain(() => ensureInstalled(root))
console.log(`Seed ${seed}`)
const environment = { FUZZ_REQUESTS: requests, FUZZ_SEED: seed }
process.exitCode = await runLong(['apps/server/src/fuzz.test.ts'], environment, database)
