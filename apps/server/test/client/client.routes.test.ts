import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { clientRoutes } from '#server/client/client.routes.ts'
import { sendError } from '#server/http/errors.ts'

let root: string
let app: FastifyInstance
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'atalaya-client-'))
  app = fastify()
  app.setErrorHandler(sendError)
})
afterEach(async () => {
  await app.close()
  rmSync(root, { recursive: true, force: true })
})

/** A built client whose page names one script. */
function build(version: string) {
  rmSync(join(root, 'assets'), { recursive: true, force: true })
  mkdirSync(join(root, 'assets'))
  writeFileSync(join(root, 'index.html'), `<body><script src="/assets/index-${version}.js"></script></body>`)
  writeFileSync(join(root, 'favicon.svg'), '<svg/>')
  writeFileSync(join(root, `assets/index-${version}.js`), `start("${version}")`)
  writeFileSync(join(root, `assets/index-${version}.js.br`), 'compressed')
}

test.each([undefined, 'Test system'])(
  'a client built anew is served by the server that runs (notice: %s)',
  async (notice) => {
    build('old')
    await app.register(clientRoutes, { root, notice })
    const page = () => app.inject({ url: '/dashboard' })
    const before = await page()
    expect(before.body).toContain('/assets/index-old.js')

    build('new')
    const after = await page()
    expect(after.body).toContain('/assets/index-new.js')
    expect(after.body.includes('Test system')).toBe(notice !== undefined)
    expect(after.headers.etag).not.toBe(before.headers.etag)

    const script = await app.inject({ url: '/assets/index-new.js' })
    expect([script.statusCode, script.body]).toEqual([200, 'start("new")'])
    expect(script.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    const compressed = await app.inject({ url: '/assets/index-new.js', headers: { 'accept-encoding': 'br' } })
    expect([compressed.headers['content-encoding'], compressed.body]).toEqual(['br', 'compressed'])

    const gone = await app.inject({ url: '/assets/index-old.js' })
    expect([gone.statusCode, gone.json().error]).toEqual([404, 'There is no such file'])
  },
)

test('the policy lets the script that stands in the page run, by its hash, and no other', async () => {
  build('one')
  const watchdog = 'watch()'
  writeFileSync(join(root, 'index.html'), `<body><script>${watchdog}</script></body>`)
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('content-security-policy', "default-src 'self';script-src 'self';object-src 'none'")
  })
  await app.register(clientRoutes, { root })
  const policyOf = async (url: string) => (await app.inject({ url })).headers['content-security-policy']
  const hash = createHash('sha256').update(watchdog).digest('base64')
  expect(await policyOf('/client')).toBe(`default-src 'self';script-src 'self' 'sha256-${hash}';object-src 'none'`)
  expect(await policyOf('/assets/index-one.js')).not.toContain('sha256')
})

test('what is no file under a fixed name is the client’s own route, or nothing', async () => {
  build('one')
  await app.register(clientRoutes, { root })
  expect((await app.inject({ url: '/favicon.svg' })).headers['cache-control']).toBe('no-cache')
  expect((await app.inject({ url: '/assets' })).headers['content-type']).toContain('text/html')
  const answers = ['/assets/../index.js', '/.git', '/api/none', '/gone.png'].map(async (url) => {
    return (await app.inject({ url })).statusCode
  })
  expect(await Promise.all(answers)).toEqual([404, 404, 404, 404])
  await expect(app.inject({ method: 'POST', url: '/dashboard' })).resolves.toMatchObject({ statusCode: 404 })
})
