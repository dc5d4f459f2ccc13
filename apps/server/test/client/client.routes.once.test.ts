import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
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
  writeFileSync(join(root, 'manifest.webmanifest'), '{}')
  writeFileSync(join(root, `assets/index-${version}.js`), `start("${version}")`)
  writeFileSync(join(root, `assets/index-${version}.js.br`), 'compressed')
}

test.each([undefined, 'Test system'])(
  'a rebuilt client is served without a restart of the server (notice: %s)',
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

    const missing = await app.inject({ url: '/assets/index-old.js' })
    expect([missing.statusCode, missing.json().error]).toEqual([404, 'There is no such file'])
  },
)

test('an older build that replaces a newer one is served, despite its older file times', async () => {
  const [older, newer] = [new Date('2026-05-01T10:00:00Z'), new Date('2026-06-01T10:00:00Z')]
  await app.register(clientRoutes, { root })
  for (const [version, writtenAt] of [['new', newer] as const, ['old', older] as const]) {
    build(version)
    utimesSync(join(root, 'index.html'), writtenAt, writtenAt)
    expect((await app.inject({ url: '/dashboard' })).body).toContain(`/assets/index-${version}.js`)
  }
})

test('the security policy allows only the inline script of the page, by its hash', async () => {
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

test('a path without a file gets the client’s page or a 404', async () => {
  build('one')
  await app.register(clientRoutes, { root })
  expect((await app.inject({ url: '/favicon.svg' })).headers['cache-control']).toBe('no-cache')
  const manifest = await app.inject({ url: '/manifest.webmanifest' })
  expect([manifest.body, manifest.headers['content-type']]).toEqual(['{}', 'application/manifest+json'])
  expect((await app.inject({ url: '/assets' })).headers['content-type']).toContain('text/html')
  const answers = ['/assets/../index.js', '/.git', '/api/none', '/gone.png'].map(async (url) => {
    return (await app.inject({ url })).statusCode
  })
  expect(await Promise.all(answers)).toEqual([404, 404, 404, 404])
  await expect(app.inject({ method: 'POST', url: '/dashboard' })).resolves.toMatchObject({ statusCode: 404 })
})

test('a file has its caching headers, and is compressed if the browser accepts it', async () => {
  build('one')
  await app.register(clientRoutes, { root })
  const ask = async (accepted?: string) => {
    const headers = accepted === undefined ? {} : { 'accept-encoding': accepted }
    const { headers: replyHeaders, body } = await app.inject({ url: '/assets/index-one.js', headers })
    return { ...replyHeaders, body }
  }
  const caching = { 'cache-control': 'public, max-age=31536000, immutable', vary: 'Accept-Encoding' }
  for (const accepted of ['gzip, deflate, br, zstd', 'br;q=1.0, gzip;q=0.8']) {
    expect(await ask(accepted)).toEqual({
      ...caching,
      'content-type': 'text/javascript; charset=utf-8',
      'content-encoding': 'br',
      'content-length': '10',
      connection: 'keep-alive',
      date: expect.any(String),
      body: 'compressed',
    })
  }
  for (const accepted of [undefined, '', 'gzip', 'br;q=0', 'br; q=0.0, gzip', 'brotli', '*']) {
    expect(await ask(accepted)).toMatchObject({ ...caching, body: 'start("one")' })
    expect((await ask(accepted))['content-encoding']).toBeUndefined()
  }
  const head = await app.inject({ method: 'HEAD', url: '/assets/index-one.js', headers: { 'accept-encoding': 'br' } })
  expect([head.statusCode, head.headers['content-length'], head.body]).toEqual([200, '10', ''])
})

test('an unchanged page is not sent again', async () => {
  build('one')
  await app.register(clientRoutes, { root })
  const { etag } = (await app.inject({ url: '/client' })).headers
  const askAgain = (known: string) => app.inject({ url: '/client', headers: { 'if-none-match': known } })
  for (const known of [String(etag), `W/${etag}`, `"other", ${etag}`]) {
    expect([(await askAgain(known)).statusCode, (await askAgain(known)).body]).toEqual([304, ''])
  }
  expect((await askAgain('"other"')).statusCode).toBe(200)
  build('two')
  expect((await askAgain(String(etag))).statusCode).toBe(200)
})

test('a page is sent again after the notice changed', async () => {
  build('one')
  await app.register(clientRoutes, { root, notice: 'Test system' })
  const { etag } = (await app.inject({ url: '/client' })).headers
  const restarted = fastify()
  await restarted.register(clientRoutes, { root, notice: 'Closed on Sunday' })
  const { body } = await restarted.inject({ url: '/client', headers: { 'if-none-match': String(etag) } })
  expect(body).toContain('Closed on Sunday')
  await restarted.close()
})

test('only files of the client are sent', async () => {
  build('one')
  writeFileSync(join(root, '.env'), 'SECRET=1')
  writeFileSync(join(root, 'assets/.hidden'), 'hidden')
  await app.register(clientRoutes, { root })
  const addresses = ['/assets/..%2f.env', '/assets/%2e%2e%2findex.html', '/.env', '/assets/.hidden', '/assets/none.js']
  for (const url of [...addresses, '/assets/x%00.js', '/assets/index-one.js/x.js']) {
    expect([url, (await app.inject({ url })).statusCode]).toEqual([url, 404])
  }
})

test('each screen gets its own page, and other addresses get the common page', async () => {
  build('one')
  const pages = { '/': 'pages/home.html', '/agents/:id': 'pages/agent.html', '/login': 'pages/gone.html' }
  writeFileSync(join(root, 'screens.json'), JSON.stringify(pages))
  mkdirSync(join(root, 'pages'))
  for (const name of ['home', 'agent']) writeFileSync(join(root, `pages/${name}.html`), `<body>${name}`)
  await app.register(clientRoutes, { root })
  const bodyOf = async (url: string) => (await app.inject({ url })).body
  const commonPage = await bodyOf('/nowhere')
  expect(commonPage).toContain('/assets/index-one.js')
  const paths = ['/', '/?a=1', '/agents/a1', '/agents/a1/', '/agents', '/agents/a1/b', '/login', '/pages/home']
  expect(await Promise.all(paths.map(bodyOf))).toEqual([
    ...['<body>home', '<body>home', '<body>agent', '<body>agent'],
    ...[commonPage, commonPage, commonPage, commonPage],
  ])
  expect((await app.inject({ url: '/pages/home.html' })).statusCode).toBe(404)
})
