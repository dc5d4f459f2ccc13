import { execFile, spawn } from 'node:child_process'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { follow } from '../server/testing/follow.ts'
import { freePort } from '../server/testing/free-port.ts'

// Against Synapse, which `npm run test:real -- matrix` fetches.
const run = promisify(execFile)
const chroot = fileURLToPath(new URL('../../../node_modules/.cache/synapse', import.meta.url))
const PASSWORD = 'quiet lantern on the hill'
const HOME = '/srv/atalaya-test'

let base: string
let stop: () => Promise<void>

const settingsFor = (port: number) => ({
  server_name: 'farm.test',
  public_baseurl: `http://127.0.0.1:${port}/`,
  listeners: [{ port, bind_addresses: ['127.0.0.1'], type: 'http', tls: false, resources: [{ names: ['client'] }] }],
  database: { name: 'sqlite3', args: { database: `${HOME}/homeserver.db` } },
  media_store_path: `${HOME}/media`,
  signing_key_path: `${HOME}/signing.key`,
  pid_file: `${HOME}/pid`,
  report_stats: false,
  enable_registration: true,
  enable_registration_without_verification: true,
  trusted_key_servers: [],
  federation_domain_whitelist: [],
  presence: { enabled: false },
  bcrypt_rounds: 4,
  rc_registration: { per_second: 1000, burst_count: 1000 },
  rc_message: { per_second: 1000, burst_count: 1000 },
})

beforeAll(async () => {
  const port = await freePort()
  base = `http://127.0.0.1:${port}`
  const folder = path.join(chroot, HOME)
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  // JSON is YAML too.
  await writeFile(path.join(folder, 'homeserver.yaml'), JSON.stringify(settingsFor(port)))
  const command = [chroot, 'python3', '-m', 'synapse.app.homeserver', '-c', `${HOME}/homeserver.yaml`]
  await run('chroot', [...command, '--generate-keys'])
  const child = spawn('chroot', command, { stdio: 'ignore' })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  stop = async () => {
    child.kill()
    await ended
    await rm(folder, { recursive: true, force: true })
  }
  const isUp = async () => expect((await fetch(`${base}/_matrix/client/versions`)).status).toBe(200)
  await vi.waitFor(isUp, { timeout: 120_000, interval: 500 })
}, 180_000)
afterAll(() => stop())

type Person = { token: string; id: string }

async function call(path: string, body: object, token?: string, method = 'POST') {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
  const response = await fetch(`${base}/_matrix/client/v3${path}`, { method, headers, body: JSON.stringify(body) })
  const answer = (await response.json()) as Record<string, string>
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${answer.error}`)
  return answer
}
async function register(username: string): Promise<Person> {
  const auth = { type: 'm.login.dummy' }
  const { access_token: token = '', user_id: id = '' } = await call('/register', { username, password: PASSWORD, auth })
  return { token, id }
}
let count = 0
const say = async ({ token }: Person, room: string, body: string) =>
  (await call(`/rooms/${room}/send/m.room.message/${++count}`, { msgtype: 'm.text', body }, token, 'PUT'))
    .event_id as string

test('conversations of a real homeserver have names and unread counts, and update within a second', async () => {
  const [ada, bob, carol] = [await register('ada'), await register('bob'), await register('carol')]
  await call(`/profile/${bob.id}/displayname`, { displayname: 'Bob B.' }, bob.token, 'PUT')
  const direct = { is_direct: true, preset: 'trusted_private_chat', invite: [ada.id] }
  const { room_id: withBob = '' } = await call('/createRoom', direct, bob.token)
  const family = { name: 'Familia', preset: 'private_chat', invite: [ada.id] }
  const { room_id: familia = '' } = await call('/createRoom', family, carol.token)
  for (const room of [withBob, familia]) await call(`/join/${room}`, {}, ada.token)
  await say(bob, withBob, 'hola 1')
  await say(bob, withBob, 'hola 2')
  await say(carol, familia, '¡perfecto!')

  const running = follow({ homeserver: base, user: 'ada', password: PASSWORD })
  const first = await running.next(({ rooms }) => rooms.length === 2)
  expect(first).toMatchObject({
    account: '@ada:farm.test',
    rooms: [
      { name: 'Familia', unread: 1, last: { sender: 'carol', text: '¡perfecto!', kind: 'text' } },
      { name: 'Bob B.', unread: 2, last: { sender: 'Bob B.', text: 'hola 2' } },
    ],
  })

  const sentAt = performance.now()
  const last = await say(bob, withBob, 'a las ocho')
  await running.next(({ rooms }) => rooms[0]?.last?.text === 'a las ocho')
  expect(performance.now() - sentAt).toBeLessThan(1000)

  await call(`/rooms/${withBob}/receipt/m.read/${encodeURIComponent(last)}`, {}, ada.token)
  await running.next(({ rooms }) => rooms.find(({ id }) => id === withBob)?.unread === 0)
  const club = { name: 'Climbing', preset: 'private_chat', invite: [ada.id] }
  const { room_id: climbing = '' } = await call('/createRoom', club, carol.token)
  const invited = await running.next(({ rooms }) => rooms[0]?.id === climbing)
  expect(invited.rooms[0]).toMatchObject({ name: 'Climbing', last: { sender: 'carol', kind: 'invitation' } })
  // Sync does not report that Ada declines. Leaving another room leads to a full sync, which lacks the invitation.
  for (const room of [climbing, familia]) await call(`/rooms/${room}/leave`, {}, ada.token)
  await running.next(({ rooms }) => rooms.map(({ id }) => id).join() === withBob)
  await running.stop()
  const wrong = follow({ homeserver: base, user: 'ada', password: 'wrong' })
  expect((await wrong.failure()).message).toBe('The homeserver does not take this name and password')
})
