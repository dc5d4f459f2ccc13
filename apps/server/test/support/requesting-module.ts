import { dashboard } from '@atalaya/contract/dashboard'
import { modulePackages } from '@atalaya/contract/module-packages'
import { clockArchive } from '@atalaya/testbed/module-archives'
import type { TestApp } from './test-app.ts'
import { upload } from './uploads.ts'

const schema = JSON.stringify({
  type: 'object',
  properties: { key: { type: 'string', format: 'password' }, city: { type: 'string', maxLength: 20 } },
})

/** Uploads a module with these requests, and accepts the permissions that it requests. */
export async function installRequestingModule(app: TestApp, admin: string, requests: object, permissions: object = {}) {
  const archive = clockArchive({ requests, permissions, configSchema: 'schema.json' }, { 'schema.json': schema })
  const { package: pkg } = (await upload(app, admin, archive)).body.data
  const params = { id: 'clock', version: '1.0.0' }
  await app.call(modulePackages.activate, { params, body: { permissions: pkg.versions[0].permissions } }, admin)
}

/** Adds a widget of that module to a new page. */
export async function addRequestingWidget(app: TestApp, token: string, config: object = {}) {
  const { page } = (await app.call(dashboard.create, { body: { name: 'Hall' } }, token)).body.data
  const body = { meta: { id: 'clock' }, config }
  const { module } = (await app.call(dashboard.install, { params: { id: page._id }, body }, token)).body.data
  return { page, widgetId: module._id as string }
}
