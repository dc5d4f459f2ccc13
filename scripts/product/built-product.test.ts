// Tests of the server that `npm start` runs, with everything built.
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { startServer } from '@atalaya/testbed/server-process'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { root } from '../lib/workspaces.ts'

const start = { program: path.join(root, 'scripts/node24.mjs'), args: [path.join(root, 'scripts/start.ts')] }
/**
 * Pages with a third script beside the theme and the watchdog: early listeners of a form, or first requests for data.
 */
const WITH_EARLY_SCRIPT = new Set(['/login', '/', '/client'])
const pages = ['/', '/login', '/register', '/client', '/qr-login/x', '/nowhere']

const folder = mkdtempSync(path.join(tmpdir(), 'atalaya-built-'))
const server = startServer({ DATA_DIR: folder, LOG_LEVEL: 'error' }, start)
let url: string
// Builds first if something has changed.
beforeAll(async () => {
  url = await server.ready
}, 300_000)
afterAll(async () => {
  server.signal('SIGTERM')
  await server.exited
  rmSync(folder, { recursive: true })
})

const get = (address: string, headers: Record<string, string> = {}) => fetch(url + address, { headers })
/** Group of a pattern in a page, or a message that it is missing. */
const groupIn = (page: string, pattern: RegExp) => pattern.exec(page)?.[1] ?? `none of ${pattern}`

test.each(pages)('F1 F6 %s forbids browsers to run foreign scripts and to frame it', async (address) => {
  const reply = await get(address)
  expect(reply.status).toBe(200)
  const { headers } = reply
  const policy = new Map(
    headers
      .get('content-security-policy')
      ?.split(';')
      .map((directive) => directive.trim().split(/ (.*)/, 2) as [string, string]),
  )
  // Scripts in the page run by their hash, and nothing else does.
  const scripts = [...(await reply.text()).matchAll(/<script>([^<]*)<\/script>/g)].map(([, script = '']) => script)
  expect(scripts).toHaveLength(WITH_EARLY_SCRIPT.has(address) ? 3 : 2)
  const hashes = scripts.map((script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`)
  expect(policy.get('script-src')).toBe(["'self'", ...hashes].join(' '))
  for (const none of ['object-src', 'base-uri', 'frame-ancestors']) expect(policy.get(none)).toBe("'none'")
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('referrer-policy')).toBe('no-referrer')
  // Plain HTTP must not promise TLS, nor reveal what runs here.
  for (const name of ['strict-transport-security', 'server', 'x-powered-by']) expect(headers.get(name)).toBeNull()
  expect(headers.get('cross-origin-opener-policy')).toBe('same-origin-allow-popups')
})

test('F9 the callback page keeps access to its opener', async () => {
  const reply = await get('/spotify-callback?code=x')
  expect([reply.status, reply.headers.get('cross-origin-opener-policy')]).toEqual([200, 'unsafe-none'])
})

test.each(['/assets/none.js', '/none.css', '/.env', '/.git/config', '/atalaya.db', '/package.json', '/main.js.map'])(
  'F6 %s is not served to visitors',
  async (address) => {
    expect((await get(address)).status).toBe(404)
  },
)

test('the manifest, its icons and the favicon are served', async () => {
  const page = await (await get('/login')).text()
  const manifest = await get(groupIn(page, /<link rel="manifest" href="([^"]+)"/))
  const content = (await manifest.json()) as { icons: { src: string }[] }
  expect(content).toMatchObject({ name: 'Atalaya', start_url: '/', display: 'standalone' })
  expect(content.icons.length).toBeGreaterThan(0)
  for (const { src } of [...content.icons, { src: '/favicon.svg' }]) expect((await get(src)).status).toBe(200)
})

test('scripts are served compressed and may be cached for a year', async () => {
  const script = groupIn(await (await get('/login')).text(), /<script type="module"[^>]* src="([^"]+)"/)
  for (const encoding of ['br', 'gzip']) {
    const { headers } = await get(script, { 'accept-encoding': encoding })
    expect(headers.get('content-encoding')).toBe(encoding)
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  }
})

// Must be the last test: it stops the server.
test('an error is logged with the source files of its stack', async () => {
  // A fault that no release has: the accounts are gone.
  const database = new DatabaseSync(path.join(folder, 'atalaya.db'), { enableForeignKeyConstraints: false })
  database.exec('drop table users')
  database.close()
  const body = JSON.stringify({ username: 'marina', password: 'quiet lantern on the hill' })
  const headers = { 'content-type': 'application/json' }
  expect((await fetch(`${url}/auth/login`, { method: 'POST', headers, body })).status).toBe(500)

  server.signal('SIGTERM')
  expect(await server.exited).toBe(0)
  const line = server
    .output()
    .split('\n')
    .find((line) => line.includes('request failed'))
  const { stack } = JSON.parse(line ?? '{}').err as { stack: string }
  expect(stack).toMatch(/^Error: no such table: users\n/)
  expect(stack).toMatch(/at read \(file:\S+\/apps\/server\/src\/db\/sqlite-dialect\.ts:\d+:\d+\)/)
  expect(stack).toMatch(
    /at async Object\.findForSignIn \(file:\S+\/apps\/server\/src\/users\/users\.repo\.ts:\d+:\d+\)/,
  )
  expect(stack).toMatch(/\/node_modules\/kysely\/\S+:\d+:\d+/)
  expect(stack).not.toContain('apps/server/dist')
})
