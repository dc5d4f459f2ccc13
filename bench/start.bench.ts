// `node bench/start.bench.ts` after `npm run build`: from the command to the first answer, in turns with Node-RED, and
// the memory that each has at rest.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort } from '@atalaya/testbed/free-port'
import { median } from './measured.ts'
import { FLAGS, root } from './programs.ts'
import { storeResults } from './results.ts'
import { residentKilobytes } from './usage.ts'

const ROUNDS = 7
const POLL_MS = 3
const IDLE_FOR_MS = 5_000
const NODE_RED = '5.0.7'

type Started = { ms: number; megabytes: number }
type NodeArguments = (port: string, folder: string) => string[]

/** Starts a program with an empty folder, and ends it after an idle time. */
async function start(argumentsOf: NodeArguments): Promise<Started> {
  const folder = mkdtempSync(path.join(tmpdir(), 'atalaya-start-'))
  const PORT = String(await freePort())
  const began = performance.now()
  const child = spawn(process.execPath, argumentsOf(PORT, folder), {
    cwd: root,
    env: { ...process.env, PORT, DATA_DIR: path.join(folder, 'data'), NODE_ENV: 'production' },
    stdio: 'ignore',
  })
  const exited = once(child, 'exit')
  while (!(await isResponding(`http://127.0.0.1:${PORT}/`))) {
    if (child.exitCode !== null) throw new Error(`${argumentsOf(PORT, folder).join(' ')} ended with ${child.exitCode}`)
    await delay(POLL_MS)
  }
  const ms = performance.now() - began
  await delay(IDLE_FOR_MS)
  const megabytes = residentKilobytes(child.pid ?? 0) / 1024
  child.kill('SIGTERM')
  await exited
  rmSync(folder, { recursive: true, force: true })
  return { ms, megabytes }
}

const isResponding = (url: string) =>
  fetch(url).then(
    ({ ok }) => ok,
    () => false,
  )

/** Node-RED, fetched once, as its own documents install it. */
function ensureNodeRed(): string {
  const home = path.join(root, `node_modules/.cache/node-red-${NODE_RED}`)
  const program = path.join(home, 'node_modules/node-red/red.js')
  if (existsSync(program)) return program
  console.log('Fetching Node-RED …')
  const args = ['install', '--prefix', home, '--no-save', '--no-audit', '--no-fund', `node-red@${NODE_RED}`]
  execFileSync('npm', args, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] })
  return program
}

const nodeRed = ensureNodeRed()
const programs: Record<'ours' | 'limit', NodeArguments> = {
  limit: (port, folder) => [nodeRed, '--port', port, '--userDir', folder],
  ours: () => [...FLAGS, 'scripts/node24.mjs', 'scripts/start.ts'],
}
// The first start fills each program's cache of compiled code.
for (const program of Object.values(programs)) await start(program)
const ours: Started[] = []
const limit: Started[] = []
for (let round = 0; round < ROUNDS; round++) {
  limit.push(await start(programs.limit))
  ours.push(await start(programs.ours))
}
const perSecond = ({ ms }: Started) => 1000 / ms
const rounds = ours.map((started, round) => ({ ours: perSecond(started), limit: perSecond(limit[round] ?? started) }))
storeResults('start', {
  measured: [{ what: 'A start, to the first answer', limit: 'Node-RED', unit: 'starts/s', goal: 1, rounds }],
  figures: [
    { name: 'A start, to the first answer', value: median(ours.map(({ ms }) => ms)), limit: 800, unit: 'ms' },
    { name: 'Memory after a start', value: median(ours.map(({ megabytes }) => megabytes)), limit: 110, unit: 'MB' },
    { name: "Node-RED's", value: median(limit.map(({ megabytes }) => megabytes)), limit: null, unit: 'MB' },
  ],
})
process.exit()
