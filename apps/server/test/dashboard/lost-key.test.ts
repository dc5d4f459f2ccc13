import { dashboard, SECRET_MASK } from '@atalaya/contract/dashboard'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { createWidgetWorld } from '#test/support/widget-world.ts'

test('a secret whose key is lost counts as missing until a new one is set', async () => {
  const { app, token, addWidget, readSettled, close } = await createWidgetWorld()
  onTestFinished(close)
  const form = { service: 'matrix', homeserver: 'https://127.0.0.1:1', user: '@ada:example.org', token: 'the secret' }
  const id = await addWidget('conversations', form)
  const configOf = async () => {
    const { pages } = (await app.call(dashboard.list, {}, token)).body.data
    return pages[0].modules[0].config
  }
  const countSecrets = (config: object) => Object.values(config).filter((value) => value === SECRET_MASK).length
  const before = await configOf()
  expect(countSecrets(before)).toBe(1)

  // Makes the secret look as if another key had sealed it.
  const seal = sql<string>`replace(config, '"v1.', '"v1.00000000')`
  await app.withDatabase((db) => db.updateTable('widgets').set({ config: seal }).execute())
  expect(countSecrets(await configOf())).toBe(0)
  expect((await readSettled(id)).error).toMatch(/assword/)

  const { pages } = (await app.call(dashboard.list, {}, token)).body.data
  const params = { id: pages[0]._id, moduleId: id }
  await app.call(dashboard.editModule, { params, body: { config: form } }, token)
  expect(countSecrets(await configOf())).toBe(1)
})
