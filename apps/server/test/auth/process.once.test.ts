import { BROWSER, createJar, PASSWORD, someone } from '@atalaya/testbed/people'
import type { ServerProcess } from '@atalaya/testbed/server-process'
import { beforeEach, expect, test } from 'vitest'
import { createInstallation, type Installation } from '#test/support/installation.ts'

let installation: Installation
let server: ServerProcess
let address: string
beforeEach(async () => {
  installation = await createInstallation()
})

async function start(settings: Record<string, string> = {}) {
  server = installation.start(settings)
  address = await server.ready
}
async function crashAndStart() {
  server.signal('SIGKILL')
  await server.exited
  await start()
}
async function post(path: string, body: unknown, headers: Record<string, string> = {}) {
  const response = await fetch(`${address}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  return {
    status: response.status,
    headers: response.headers,
    data: ((await response.json()) as { data: ReturnType<typeof JSON.parse> }).data,
  }
}
const me = async (token: string) =>
  (await fetch(`${address}/auth/me`, { headers: { authorization: `Bearer ${token}` } })).status
const refresh = (refreshToken: string) => post('/auth/refresh', { refreshToken })

test('C9 an ended session stays ended when the server is killed right after its answer', async () => {
  await start()
  await post('/auth/register', someone({ username: 'admin' }))
  const signIn = async () => (await post('/auth/login', { username: 'admin', password: PASSWORD })).data.tokens

  const closed = await signIn()
  expect((await post('/auth/logout', { refreshToken: closed.refreshToken })).status).toBe(200)
  await crashAndStart()
  expect([await me(closed.accessToken), (await refresh(closed.refreshToken)).status]).toEqual([401, 401])

  const first = await signIn()
  const second = (await refresh(first.refreshToken)).data
  const third = (await refresh(second.refreshToken)).data
  await crashAndStart()
  expect(await me(third.accessToken)).toBe(200)
  // A used refresh token, sent again, ends its session.
  expect((await refresh(first.refreshToken)).status).toBe(401)
  expect([await me(third.accessToken), (await refresh(third.refreshToken)).status]).toEqual([401, 401])
}, 60_000)

test('J5 the log contains no secret, and a username with a line break forges no line', async () => {
  await start({ LOG_LEVEL: 'trace' })
  const password = 'canary in the coal mine'
  const jar = createJar()
  const browser = { ...BROWSER, origin: address }
  await post('/auth/register', someone({ username: 'miner', password }))
  const signedIn = await post('/auth/login', { username: 'miner', password }, browser)
  const cookies = signedIn.headers.getSetCookie()
  jar.take({ 'set-cookie': cookies })
  const { accessToken, refreshToken } = signedIn.data.tokens
  await me(accessToken)
  await fetch(`${address}/auth/me?token=${accessToken}`)
  const renewed = (await post('/auth/refresh', { refreshToken }, { ...jar.headers(), ...browser })).data
  await post('/auth/login', { username: 'a\r\n{"level":60,"msg":"forged"}', password })
  const { code, pollToken } = (await post('/auth/qr/generate', {})).data
  await fetch(`${address}/auth/qr/status/${code}?x=${code}`, { headers: { 'x-qr-poll': pollToken } })
  await fetch(`${address}/qr-login/${code}`)
  await post('/auth/qr/scan', { code })
  await post('/auth/qr/authenticate', { code, username: 'miner', password })
  await fetch(`${address}/auth/login`, {
    method: 'POST',
    body: `{"password":"${password}"`,
    headers: { 'content-type': 'application/json' },
  })

  const log = server.output()
  const values = cookies.map((line) => /=([^;]*)/.exec(line)?.[1] ?? '')
  expect(values.length).toBeGreaterThan(1)
  for (const secret of [
    password,
    accessToken,
    refreshToken,
    renewed.accessToken,
    renewed.refreshToken,
    code,
    pollToken,
    ...values,
  ]) {
    expect(log).not.toContain(secret)
  }
  const lines = log.split('\n').filter((line) => line.startsWith('{'))
  expect(lines.length).toBeGreaterThan(10)
  const entries = lines.map((line) => JSON.parse(line) as { level: number; msg?: string })
  expect(entries.filter(({ msg }) => msg === 'forged')).toEqual([])
}, 60_000)
