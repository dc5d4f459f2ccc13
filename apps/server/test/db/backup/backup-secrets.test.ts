import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { auth } from '@atalaya/contract/auth'
import { dashboard, SECRET_MASK } from '@atalaya/contract/dashboard'
import { integrations } from '@atalaya/contract/integrations'
import { type FakeSpotify, startFakeSpotify } from '@atalaya/testbed/fake-spotify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { backUp, restore } from '#server/db/backup/backup.ts'
import { createSecretBox } from '#server/secrets/secret-box.ts'
import { loopback } from '#test/support/loopback.ts'
import { secretKeyOf } from '#test/support/secret-key-of.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

const host = '127.0.0.1:3000'
const origin = `http://${host}`
const canary = 'canary-of-the-widget'

let app: TestApp
let spotify: FakeSpotify
let folder: string
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'atalaya-secrets-'))
  spotify = await startFakeSpotify()
  app = await createTestApp({ config: { ...spotify.settings, ALLOW_PRIVATE_HOSTS: loopback } })
})
afterEach(async () => {
  await app.close()
  await spotify.stop()
  rmSync(folder, { recursive: true, force: true })
})

const signIn = async () =>
  (await app.call(auth.login, { body: { username: 'ada', password: 'correct horse battery' } })).body.data.tokens
    .accessToken as string
const beginSpotify = async (token: string): Promise<string> =>
  (await app.call(integrations.startSpotify, { body: { origin }, headers: { host } }, token)).body.data.authorizeUrl

async function connectSpotify(token: string): Promise<void> {
  const { searchParams } = await spotify.agree(await beginSpotify(token))
  const body = { code: searchParams.get('code') ?? '', state: searchParams.get('state') ?? '' }
  expect((await app.call(integrations.exchangeSpotify, { body }, token)).status).toBe(200)
}

async function putConversations(token: string): Promise<void> {
  const { page } = (await app.call(dashboard.create, { body: { name: 'Home' } }, token)).body.data
  const body = { meta: { id: 'conversations' }, config: { homeserver: 'matrix.example', token: canary } }
  const reply = await app.call(dashboard.install, { params: { id: page._id }, body }, token)
  expect(reply.body.data.module.config.token).toBe(SECRET_MASK)
}

/** Stored secrets, decrypted with the server's key. */
async function readSecrets(): Promise<string[]> {
  const box = createSecretBox(await secretKeyOf(app.config))
  return app.withDatabase(async (db) => {
    const widgets = await db.selectFrom('widgets').select(['id', 'config']).execute()
    const connections = await db.selectFrom('integrations').select(['id', 'tokens_sealed']).execute()
    return [
      ...widgets.map(({ id, config }) => box.open(JSON.parse(config).token.$sealed, `${id} token`)),
      ...connections.map(({ id, tokens_sealed }) => box.open(tokens_sealed, id)),
    ]
  })
}

test('secrets are encrypted in a backup, and can be used again after a restore', async () => {
  const { accessToken } = (await app.signUp('ada')).tokens
  await putConversations(accessToken)
  await connectSpotify(accessToken)
  // A user is at Spotify's page of consent, in a session that the restore ends.
  await beginSpotify(accessToken)
  const secrets = await readSecrets()
  expect(secrets).toEqual([canary, expect.stringContaining('refresh-')])

  const file = join(folder, 'atalaya.backup')
  await backUp(app.config, file)
  const text = gunzipSync(readFileSync(file)).toString()
  expect(text).toContain('"integrations"')
  expect(text).not.toMatch(/canary|refresh-|access-/)
  expect(text).not.toContain(await secretKeyOf(app.config))

  const { integrations: connected } = (await app.call(integrations.list, { query: { origin } }, accessToken)).body.data
  await app.call(integrations.remove, { params: { id: connected[0]._id } }, accessToken)
  await app.app.close()
  await restore(app.config, file)
  await app.restart()
  expect(await readSecrets()).toEqual(secrets)
  const again = await app.call(integrations.list, { query: { origin } }, await signIn())
  expect(again.body.data.integrations).toEqual(connected)
})
