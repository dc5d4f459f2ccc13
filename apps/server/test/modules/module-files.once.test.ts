import { npmArchiveOf } from '@atalaya/testbed/archives'
import { clockArchive, manifestText } from '@atalaya/testbed/module-archives'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createPackageWorld, type PackageWorld } from '#test/support/package-world.ts'

let it: PackageWorld
beforeEach(async () => {
  it = await createPackageWorld()
})
afterEach(() => it.close())

describe('the files of a module', () => {
  test('G1 are served under a policy that lets them load only each other', async () => {
    await it.install(clockArchive({}, { 'a.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>' }))
    for (const [path, type] of [
      ['', 'text/html'],
      ['index.js', 'text/javascript'],
      ['a.svg', 'image/svg+xml'],
    ]) {
      const { statusCode, headers } = await it.get(`/modules/clock/1.0.0/${path}`, { host: 'atalaya.local:3000' })
      expect(statusCode).toBe(200)
      expect(headers['content-type']).toContain(type)
      const policy = String(headers['content-security-policy']).split('; ')
      expect(policy).toContain('sandbox allow-scripts')
      expect(policy).toContain("default-src 'none'")
      expect(policy).toContain("connect-src 'none'")
      expect(policy).toContain('script-src http://atalaya.local:3000/modules/clock/1.0.0/')
      expect(policy).toContain('frame-ancestors http://atalaya.local:3000')
      expect(headers['connection-allowlist']).toBe('(response-origin);webrtc=block')
      expect(headers['access-control-allow-origin']).toBe('*')
      expect(headers['x-content-type-options']).toBe('nosniff')
      expect(headers['x-frame-options']).toBeUndefined()
      expect(headers['cross-origin-resource-policy']).toBe('cross-origin')
    }
  })

  test('are cached as immutable, and the page of the frame is revalidated', async () => {
    await it.install(clockArchive())
    const script = await it.get('/modules/clock/1.0.0/index.js')
    expect(script.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(script.body).toBe('console.log(1)')
    const page = await it.get('/modules/clock/1.0.0/')
    expect(page.headers['cache-control']).toBe('no-cache')
    expect(page.body).toContain('<script type="module" src="index.js">')
    const again = await it.get('/modules/clock/1.0.0/', { 'if-none-match': String(page.headers.etag) })
    expect(again.statusCode).toBe(304)
  })

  test('are served only if the package holds them', async () => {
    await it.install(clockArchive())
    for (const path of ['gone.js', '../../../../etc/passwd', '%2e%2e/%2e%2e/atalaya.db', 'index.js/']) {
      const { statusCode, body } = await it.get(`/modules/clock/1.0.0/${path}`)
      expect([404, 400]).toContain(statusCode)
      expect(body).not.toContain('root:')
    }
    expect((await it.get('/modules/clock/9.9.9/index.js')).statusCode).toBe(404)
    // If these host names were accepted, they would become part of the policy.
    for (const host of ["x; script-src 'unsafe-inline'", "x?;script-src'unsafe-inline'", 'x,evil.test']) {
      expect((await it.get('/modules/clock/1.0.0/', { host })).statusCode).toBe(421)
    }
  })

  test('of a bundled module are not served, neither its manifest nor its source', async () => {
    const catalogue = await it.catalogue()
    const [bundled] = catalogue.filter(({ isSandboxed }) => !isSandboxed)
    const { id, version } = bundled ?? { id: '', version: '' }
    expect((await it.get(`/modules/${id}/${version}/module.json`)).statusCode).toBe(404)
    expect((await it.get(`/modules/${id}/${version}/src/index.tsx`)).statusCode).toBe(404)
  })

  test('may have a page as entry, which is served unchanged', async () => {
    await it.install(npmArchiveOf({ 'module.json': manifestText({ entry: 'page.html' }), 'page.html': '<p>hi' }))
    expect((await it.get('/modules/clock/1.0.0/page.html')).body).toBe('<p>hi')
    expect((await it.get('/modules/clock/1.0.0/')).statusCode).toBe(404)
  })
})
