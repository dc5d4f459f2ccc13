import { createHash } from 'node:crypto'
import { expect, test } from './fixtures.ts'

/** Beside the theme's script and the watchdog: the form's early ears, or what asks for the first data. */
const WITH_EARLY = new Set(['/login', '/', '/client'])
const pages = ['/', '/login', '/register', '/client', '/qr-login/x', '/nowhere']

test('F1 F6 every page tells browsers to run nothing foreign and to be framed by nobody', async ({ request }) => {
  for (const path of pages) {
    const reply = await request.get(path)
    expect([path, reply.status()]).toEqual([path, 200])
    const headers = reply.headers()
    const policy = new Map(
      headers['content-security-policy']?.split(';').map((one) => one.trim().split(/ (.*)/, 2) as [string, string]),
    )
    // What stands in the page runs by its hash, and nothing else does.
    const scripts = [...(await reply.text()).matchAll(/<script>([^<]*)<\/script>/g)].map(([, script = '']) => script)
    expect(scripts).toHaveLength(WITH_EARLY.has(path) ? 3 : 2)
    const hashes = scripts.map((script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`)
    expect(policy.get('script-src')).toBe(["'self'", ...hashes].join(' '))
    for (const none of ['object-src', 'base-uri', 'frame-ancestors']) expect(policy.get(none)).toBe("'none'")
    expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' })
    // Plain HTTP must not promise TLS, nor tell what runs here.
    for (const name of ['strict-transport-security', 'server', 'x-powered-by']) expect(headers[name]).toBeUndefined()
    expect(headers['cross-origin-opener-policy']).toBe('same-origin-allow-popups')
  }
})

test('F1 our own pages keep to the policy', async ({ page, member, signIn }) => {
  const violations: string[] = []
  await page.exposeFunction('tellViolation', (what: string) => violations.push(what))
  await page.addInitScript(`document.addEventListener('securitypolicyviolation', (event) =>
    tellViolation(event.violatedDirective + ' ' + event.blockedURI))`)
  await page.goto('/login')
  await expect(page.getByLabel('Email')).toBeVisible()
  await signIn(member)
  await page.goto('/')
  await expect(page.getByRole('heading', { name: member.user.name })).toBeVisible()
  expect(violations).toEqual([])
})

test('F9 the page that comes back from another origin keeps its way to its opener', async ({ request }) => {
  const reply = await request.get('/spotify-callback?code=x')
  expect(reply.status()).toBe(200)
  expect(reply.headers()['cross-origin-opener-policy']).toBe('unsafe-none')
})

test('F6 a file that is not there is none, and what is not for visitors is not there', async ({ request }) => {
  const probes = [
    '/assets/none.js',
    '/none.css',
    '/.env',
    '/.git/config',
    '/atalaya.db',
    '/package.json',
    '/main.js.map',
  ]
  for (const path of probes) expect([path, (await request.get(path)).status()]).toEqual([path, 404])
})
