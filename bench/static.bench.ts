// Files of the built client, against a bare Fastify that sends the same bytes from memory.
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { alternate, requestWork } from './load.ts'
import type { Measured } from './measured.ts'
import { startProduct, startProgram } from './programs.ts'
import { storeResults } from './results.ts'

const ROUNDS = { rounds: 7, seconds: 1.5 }
const GOAL = 0.7
const KB = 1024

const folder = path.join(import.meta.dirname, '../apps/web/dist/assets')
const scripts = readdirSync(folder)
  .filter((name) => name.endsWith('.js.br'))
  .map((name) => ({ name, size: statSync(path.join(folder, name)).size }))
  .toSorted((a, b) => a.size - b.size)

const DATA_DIR = mkdtempSync(path.join(tmpdir(), 'atalaya-static-'))
const server = await startProduct({ DATA_DIR })

/** Compares the response for one script, requested as a browser does. */
async function compare(what: string, { name, size }: { name: string; size: number }): Promise<Measured> {
  const limit = await startProgram('bench/limits/bare-file.ts', { FILE: path.join(folder, name) })
  const limitWork = requestWork(() => [limit.pid], { url: `${limit.url}/` })
  const url = `${server.url}/assets/${name.replace(/\.br$/, '')}`
  const ours = requestWork(() => [server.pid], { url, headers: { 'accept-encoding': 'gzip, deflate, br, zstd' } })
  const rounds = await alternate(limitWork, ours, ROUNDS)
  for (const work of [limitWork, ours]) work.close()
  await limit.stop()
  return {
    what: `${what}, ${(size / KB).toFixed(1)} KB`,
    limit: 'bare Fastify, same bytes',
    unit: 'requests/CPU s',
    goal: GOAL,
    rounds: rounds('perCpuSecond'),
  }
}

const middle = scripts[Math.floor(scripts.length / 2)]
const largest = scripts.at(-1)
if (!middle || !largest) throw new Error('The client is not built; run `npm run build`')
const measured = [await compare('Script of middle size', middle), await compare('Largest script', largest)]
await server.stop()
rmSync(DATA_DIR, { recursive: true, force: true })
storeResults('static', { measured })
