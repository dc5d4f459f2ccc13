import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { auth } from '@atalaya/contract/auth'
import { dashboard } from '@atalaya/contract/dashboard'
import { apiOf } from '@atalaya/testbed/api'
import { someone } from '@atalaya/testbed/people'
import { expect, test } from 'vitest'
import { createInstallation } from '#test/support/installation.ts'

const OTHER = 'another key, of thirty-two characters or more'
const startOver = { args: ['--new'] }

const startOptions = { timeout: 120_000 }

test(
  'a start fails if the key is missing, empty, a folder or wrong, unless `--new` is given',
  startOptions,
  async () => {
    const installation = await createInstallation()
    await installation.startOnce()
    const file = join(installation.folder, 'secret.key')
    const key = readFileSync(file, 'utf8')

    rmSync(file)
    expect(await installation.refusal()).toContain(
      `The key of the database is missing: bring ${file} back or set SECRET_KEY`,
    )
    writeFileSync(file, '')
    expect(await installation.refusal()).toContain(`${file} holds no key: bring the right one back`)
    rmSync(file)
    mkdirSync(file)
    expect(await installation.refusal()).toContain(`${file} is a folder`)
    rmSync(file, { recursive: true })
    writeFileSync(file, OTHER.padEnd(64, '.'))
    expect(await installation.refusal()).toContain(`${file} is not the key of this database`)
    expect(await installation.refusal({ SECRET_KEY: OTHER })).toContain('SECRET_KEY is not the key of this database')

    writeFileSync(file, key)
    await installation.startOnce()
    await installation.startOnce({ SECRET_KEY: OTHER }, startOver)
    await installation.startOnce({ SECRET_KEY: OTHER })
    expect(await installation.refusal()).toContain('is not the key of this database')
  },
)

test(
  'a key file without a database does not count as a first start, unless `--new` is given',
  startOptions,
  async () => {
    const installation = await createInstallation()
    mkdirSync(installation.folder)
    writeFileSync(join(installation.folder, 'secret.key'), 'spoilt')
    expect(await installation.refusal({}, startOver)).toContain('secret.key holds no key')
    expect(readdirSync(installation.folder)).not.toContain('atalaya.db')
    writeFileSync(join(installation.folder, 'secret.key'), OTHER.padEnd(64, '.'))
    for (const _ of [1, 2]) {
      expect(await installation.refusal()).toMatch(/holds a secret.key, but .* or start over with npm start -- --new$/)
    }
    await installation.startOnce({}, startOver)
    await installation.startOnce()
  },
)

test('a start with another key reports how many secrets it cannot read', startOptions, async () => {
  const installation = await createInstallation()
  const first = installation.start()
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

  const second = installation.start({ SECRET_KEY: OTHER }, startOver)
  await expect.poll(second.output).toContain('2 secrets can no longer be read with this key')
})

test('an unknown option is refused', async () => {
  const installation = await createInstallation()
  expect(await installation.refusal({}, { args: ['--nwe'] })).toBe(
    'There is no option --nwe; npm start -- --new is the only one',
  )
})

test('a database that maintenance created before the first start still needs its key', async () => {
  const installation = await createInstallation()
  const maintain = new URL('../../src/maintain.ts', import.meta.url).pathname
  const admin = installation.start({}, { program: maintain, args: ['admin', 'create', 'ada', 'ada@example.org'] })
  expect(await admin.exited, admin.output()).toBe(0)
  await installation.startOnce()
  renameSync(join(installation.folder, 'secret.key'), join(installation.folder, 'elsewhere.key'))
  expect(await installation.refusal()).toContain('The key of the database is missing')
})
