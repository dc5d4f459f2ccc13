import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { auth } from '@atalaya/contract/auth'
import { dashboard } from '@atalaya/contract/dashboard'
import { apiOf } from '@atalaya/testbed/api'
import { someone } from '@atalaya/testbed/people'
import { expect, test } from 'vitest'
import { createServerPlace } from '#test/support/server-place.ts'

const OTHER = 'another key, of thirty-two characters or more'
const startOver = { args: ['--new'] }

const startOptions = { timeout: 120_000 }

test(
  'a start fails if the key is missing, empty, a folder or wrong, unless `--new` is given',
  startOptions,
  async () => {
    const place = await createServerPlace()
    await place.startOnce()
    const file = join(place.folder, 'secret.key')
    const key = readFileSync(file, 'utf8')

    rmSync(file)
    expect(await place.refusal()).toContain(`The key of the database is missing: bring ${file} back or set SECRET_KEY`)
    writeFileSync(file, '')
    expect(await place.refusal()).toContain(`${file} holds no key: bring the right one back`)
    rmSync(file)
    mkdirSync(file)
    expect(await place.refusal()).toContain(`${file} is a folder`)
    rmSync(file, { recursive: true })
    writeFileSync(file, OTHER.padEnd(64, '.'))
    expect(await place.refusal()).toContain(`${file} is not the key of this database`)
    expect(await place.refusal({ SECRET_KEY: OTHER })).toContain('SECRET_KEY is not the key of this database')

    writeFileSync(file, key)
    await place.startOnce()
    await place.startOnce({ SECRET_KEY: OTHER }, startOver)
    await place.startOnce({ SECRET_KEY: OTHER })
    expect(await place.refusal()).toContain('is not the key of this database')
  },
)

test(
  'a key file without a database does not count as a first start, unless `--new` is given',
  startOptions,
  async () => {
    const place = await createServerPlace()
    mkdirSync(place.folder)
    writeFileSync(join(place.folder, 'secret.key'), 'spoilt')
    expect(await place.refusal({}, startOver)).toContain('secret.key holds no key')
    expect(readdirSync(place.folder)).not.toContain('atalaya.db')
    writeFileSync(join(place.folder, 'secret.key'), OTHER.padEnd(64, '.'))
    for (const _ of [1, 2]) {
      expect(await place.refusal()).toMatch(/holds a secret.key, but .* or start over with npm start -- --new$/)
    }
    await place.startOnce({}, startOver)
    await place.startOnce()
  },
)

test('a start with another key reports how many secrets it cannot read', startOptions, async () => {
  const place = await createServerPlace()
  const first = place.start()
  const call = apiOf(await first.ready, null)
  const person = someone({ username: 'ada' })
  await call(auth.register, { body: person })
  const { tokens } = await call(auth.login, { body: person })
  const callAsAda = apiOf(await first.ready, tokens.accessToken)
  const { page } = await callAsAda(dashboard.create, { body: { name: 'Hall' } })
  const secrets = { service: 'matrix', homeserver: 'https://127.0.0.1:1', user: '@ada:example.org', token: 'secret' }
  for (const _ of [1, 2]) {
    const body = { meta: { id: 'conversations' }, config: secrets }
    await callAsAda(dashboard.install, { params: { id: page._id }, body })
  }
  first.signal('SIGTERM')
  await first.exited

  const second = place.start({ SECRET_KEY: OTHER }, startOver)
  await expect.poll(second.output).toContain('2 secrets can no longer be read with this key')
})

test('an unknown option is refused', async () => {
  const place = await createServerPlace()
  expect(await place.refusal({}, { args: ['--nwe'] })).toBe(
    'There is no option --nwe; npm start -- --new is the only one',
  )
})

test('a database that maintenance created before the first start still needs its key', async () => {
  const place = await createServerPlace()
  const maintain = new URL('../../src/maintain.ts', import.meta.url).pathname
  const admin = place.start({}, { program: maintain, args: ['admin', 'create', 'ada', 'ada@example.org'] })
  expect(await admin.exited, admin.output()).toBe(0)
  await place.startOnce()
  renameSync(join(place.folder, 'secret.key'), join(place.folder, 'elsewhere.key'))
  expect(await place.refusal()).toContain('The key of the database is missing')
})
