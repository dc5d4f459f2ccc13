// `npm run test:faults -- --rounds 10`: the long form of the fault test, 500 commands a round, on both databases.
import { spawn } from 'node:child_process'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { root } from './lib/workspaces.ts'
import { ensureInstalled, orExplain } from './product/prepare.ts'

const { rounds } = parseArgs({ options: { rounds: { type: 'string', default: '1' } } }).values

if (!(Number(rounds) >= 1)) throw new Error('--rounds is a number from 1 on')
await orExplain(() => ensureInstalled(root))
const projects = ['--project', 'server-sqlite', '--project', 'server-postgres']
const child = spawn(
  process.execPath,
  [
    path.join(root, 'node_modules/.bin/vitest'),
    'run',
    '--reporter=verbose',
    ...projects,
    'apps/server/src/commands/faults.test.ts',
  ],
  { cwd: root, env: { ...process.env, FAULT_ROUNDS: rounds }, stdio: 'inherit' },
)
child.on('exit', (code) => {
  process.exitCode = code ?? 1
})
