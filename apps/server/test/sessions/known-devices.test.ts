import { auth } from '@atalaya/contract/auth'
import { BROWSER, createJar, PASSWORD, someone } from '@atalaya/testbed/people'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { DEVICE_ACCOUNTS_MAX, guesses, KNOWN_DEVICES_MAX } from '#server/limits/limits.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

let clock: number
let app: TestApp
beforeEach(async () => {
  clock = Date.parse('2026-01-01T12:00:00Z')
  app = await createTestApp({ now: () => clock })
  await app.call(auth.register, { body: someone({ username: 'mallory' }) })
  await app.call(auth.register, { body: someone({ username: 'victim' }) })
})
afterEach(() => app.close())

type Jar = ReturnType<typeof createJar>

/** Signs in with a browser, each time from a network of its own. */
async function login(username: string, password: string, jar: Jar = createJar()) {
  const reply = await app.call(auth.login, { body: { username, password }, headers: jar.headers(), from: network() })
  jar.take(reply.headers)
  return reply.status
}
let networks = 0
const network = () => `198.51.100.${++networks % 250}`
const cookieOf = (jar: Jar) => /kd=([^;]*)/.exec(jar.headers().cookie)?.[1] ?? ''
function jarWith(cookie: string): Jar {
  const jar = createJar()
  jar.take({ 'set-cookie': `kd=${cookie}` })
  return jar
}
/** Uses up the free guesses for an account, from a browser with the cookie of `jar`. */
async function exhaustGuesses(username: string, jar: Jar) {
  for (let n = 0; n <= guesses.free; n++) await login(username, 'wrong', jarWith(cookieOf(jar)))
}

describe('a known-device cookie from elsewhere', () => {
  test.each([
    ['of another account', async (jar: Jar) => void (await login('mallory', PASSWORD, jar))],
    ['of no account', async (jar: Jar) => jar.take({ 'set-cookie': `kd=kd_${'x'.repeat(43)}` })],
  ])('%s that was planted before the owner signed in does not count as known', async (_what, plant) => {
    const planted = createJar()
    await plant(planted)
    const ownersJar = jarWith(cookieOf(planted))
    expect(await login('victim', PASSWORD, ownersJar)).toBe(200)
    await exhaustGuesses('victim', planted)
    // The guesses count for unknown devices: those wait now, and the owner's device does not.
    expect(await login('victim', PASSWORD)).toBe(429)
    expect(await login('victim', PASSWORD, ownersJar)).toBe(200)
  })

  test('counts as known after a copy, until the owner signs in again', async () => {
    const ownersJar = createJar()
    await login('victim', PASSWORD, ownersJar)
    const copied = jarWith(cookieOf(ownersJar))
    await exhaustGuesses('victim', copied)
    expect(await login('victim', PASSWORD, ownersJar)).toBe(429)
    clock += guesses.firstWaitMs
    expect(await login('victim', PASSWORD, ownersJar)).toBe(200)
    await exhaustGuesses('victim', copied)
    expect(await login('victim', PASSWORD)).toBe(429)
    expect(await login('victim', PASSWORD, ownersJar)).toBe(200)
  })
})

test('a shared browser stays known to each of its accounts', async () => {
  const shared = createJar()
  for (const username of ['mallory', 'victim', 'mallory']) await login(username, PASSWORD, shared)
  expect(cookieOf(shared).split('.')).toHaveLength(2)
  for (const username of ['mallory', 'victim']) {
    await exhaustGuesses(username, createJar())
    expect(await login(username, PASSWORD)).toBe(429)
    expect(await login(username, PASSWORD, shared)).toBe(200)
  }
})

test('a browser keeps the secrets of only its latest accounts, up to a maximum', async () => {
  const names = Array.from({ length: DEVICE_ACCOUNTS_MAX + 1 }, (_, n) => `member${n}`)
  const shared = createJar()
  for (const username of names) {
    await app.call(auth.register, { body: someone({ username }), from: network() })
    await login(username, PASSWORD, shared)
  }
  expect(cookieOf(shared).split('.')).toHaveLength(DEVICE_ACCOUNTS_MAX)
  // The browser is a stranger to the first account alone.
  const statuses: number[] = []
  for (const username of names) {
    await exhaustGuesses(username, createJar())
    statuses.push(await login(username, PASSWORD, jarWith(cookieOf(shared))))
  }
  expect(statuses).toEqual(names.map((_name, n) => (n === 0 ? 429 : 200)))
})

test('a script never becomes known, and an account keeps only its latest browsers, up to a maximum', async () => {
  const listKnownDevices = () => app.withDatabase((db) => db.selectFrom('known_devices').selectAll().execute())
  await app.call(auth.login, { body: { username: 'victim', password: PASSWORD } })
  expect(await listKnownDevices()).toEqual([])
  const first = createJar()
  const second = createJar()
  for (let n = 0; n <= KNOWN_DEVICES_MAX; n++) {
    clock += 60_000
    await login('victim', PASSWORD, [first, second][n] ?? createJar())
  }
  expect(await listKnownDevices()).toHaveLength(KNOWN_DEVICES_MAX)
  await exhaustGuesses('victim', createJar())
  expect(await login('victim', PASSWORD, first)).toBe(429)
  expect(await login('victim', PASSWORD, second)).toBe(200)
})

test('a browser stays known to its account while other accounts sign in from many browsers', async () => {
  const [first, second] = [createJar(), createJar()]
  await login('victim', PASSWORD, first)
  for (let n = 0; n < KNOWN_DEVICES_MAX; n++) {
    clock += 60_000
    await login('mallory', PASSWORD)
  }
  clock += 60_000
  await login('victim', PASSWORD, second)
  await exhaustGuesses('victim', createJar())
  expect(await login('victim', PASSWORD)).toBe(429)
  expect(await login('victim', PASSWORD, first)).toBe(200)
})

test('an invalid cookie of any length counts as unknown', async () => {
  for (const cookie of ['', '.', 'kd_'.repeat(2000), 'kd_a.'.repeat(500), '%00', 'sb_other']) {
    const headers = { ...BROWSER, cookie: `kd=${cookie}` }
    const reply = await app.call(auth.login, { body: { username: 'victim', password: PASSWORD }, headers })
    expect([cookie, reply.status]).toEqual([cookie, 200])
  }
})
