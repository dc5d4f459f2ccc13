import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { root } from '../lib/workspaces.ts'
import { build, isBuilt } from './build.ts'
import { ensureBuilt } from './prepare.ts'

const config = (file: string) =>
  `export default { build: { ssr: 'src/main.ts', rolldownOptions: { output: { entryFileNames: '${file}' } } } }`

let base: string
const write = (file: string, text: string) => {
  mkdirSync(path.dirname(path.join(base, file)), { recursive: true })
  writeFileSync(path.join(base, file), text)
}
const readResult = (file: string) => readFileSync(path.join(base, file), 'utf8')

/** Makes a checkout with an agent and a server of one line each. */
beforeEach(() => {
  base = mkdtempSync(path.join(tmpdir(), 'atalaya-build-'))
  write('package.json', '{ "type": "module" }')
  write('package-lock.json', '{}')
  write('scripts/product/build.ts', '')
  write('modules/module.json', '{}')
  for (const [folder, file] of [
    ['packages/agent', 'agent.mjs'],
    ['apps/server', 'main.js'],
  ] as const) {
    write(`${folder}/vite.config.ts`, config(file))
    write(`${folder}/src/main.ts`, `console.log('first: ${folder}')`)
  }
  mkdirSync(path.join(base, 'node_modules'))
  symlinkSync(path.join(root, 'node_modules/vite'), path.join(base, 'node_modules/vite'))
  vi.spyOn(console, 'log').mockImplementation(() => {})
})
afterEach(() => {
  vi.restoreAllMocks()
  rmSync(base, { recursive: true, force: true })
})

test('only a part with changed sources is built again', async () => {
  expect(isBuilt(base)).toBe(false)
  await ensureBuilt(base)
  expect(isBuilt(base)).toBe(true)
  expect(readResult('apps/server/dist/main.js')).toContain('first: apps/server')

  write('apps/server/dist/main.js', 'as it was built')
  write('packages/agent/dist/agent.mjs', 'as it was built')
  await ensureBuilt(base)
  expect(readResult('apps/server/dist/main.js')).toBe('as it was built')

  write('apps/server/src/main.ts', `console.log('second')`)
  expect(isBuilt(base)).toBe(false)
  await ensureBuilt(base)
  expect(readResult('apps/server/dist/main.js')).toContain('second')
  expect(readResult('packages/agent/dist/agent.mjs')).toBe('as it was built')
})

test('a change of a shared package rebuilds both parts, and a missing result is rebuilt', async () => {
  await ensureBuilt(base)
  write('packages/contract/src/route.ts', 'export const changed = true')
  write('apps/server/dist/main.js', 'stale')
  write('packages/agent/dist/agent.mjs', 'stale')
  await ensureBuilt(base)
  expect(readResult('apps/server/dist/main.js')).toContain('first: apps/server')
  expect(readResult('packages/agent/dist/agent.mjs')).toContain('first: packages/agent')

  rmSync(path.join(base, 'apps/server/dist'), { recursive: true })
  await ensureBuilt(base)
  expect(existsSync(path.join(base, 'apps/server/dist/main.js'))).toBe(true)
})

test('a build from scratch builds all parts, and a failed build does not count as built', async () => {
  await ensureBuilt(base)
  write('apps/server/dist/main.js', 'as it was built')
  await build(base)
  expect(readResult('apps/server/dist/main.js')).toContain('first: apps/server')

  write('apps/server/src/main.ts', 'this is no program')
  await expect(ensureBuilt(base)).rejects.toThrow('Building apps/server failed.')
  expect(isBuilt(base)).toBe(false)
})
