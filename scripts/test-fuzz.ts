// `npm run test:fuzz -- --requests 50000 --seed 1`: the long form of the fuzz test, on both databases.
import { spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { root } from './lib/workspaces.ts'
import { ensureInstalled, orExplain } from './product/prepare.ts'

const SEEDS = 2 ** 31
const options = {
  requests: { type: 'string', default: '50000' },
  seed: { type: 'string', default: String(randomInt(SEEDS)) },
} as const
const { requests, seed } = parseArgs({ options }).values

if (!(Number(requests) >= 1)) throw new Error('--requests is a number from 1 on')
if (!Number.isInteger(Number(seed))) throw new Error('--seed is a whole number')
await orExplain(() => ensureInstalled(root))
console.log(`Seed ${seed}`)
const projects = ['--project', 'server-sqlite', '--project', 'server-postgres']
const vitest = path.join(root, 'node_modules/.bin/vitest')
const child = spawn(
  process.execPath,
  [vitest, 'run', '--reporter=verbose', ...projects, 'apps/server/src/fuzz.test.ts'],
  {
    cwd: root,
    env: { ...process.env, FUZZ_REQUESTS: requests, FUZZ_SEED: seed },
    stdio: 'inherit',
  },
)
child.on('exit', (code) => {
  process.exitCode = code ?? 1
})
