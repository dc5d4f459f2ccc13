import { type AuditEntry, audit } from '@atalaya/contract/audit'
import { dashboard } from '@atalaya/contract/dashboard'
import { pageArchive } from '@atalaya/contract/page-archive'
import { expect, onTestFinished, test } from 'vitest'
import { createTestApp } from '#test/support/test-app.ts'

const FROM = '203.0.113.5'

test('the audit records each change of a page under its author', async () => {
  const app = await createTestApp()
  onTestFinished(app.close)
  const admin = (await app.signUp('admin')).tokens.accessToken
  const member = await app.signUp('marina')
  const call = async (route: Parameters<typeof app.call>[0], options: object = {}) => {
    const { status, body } = await app.call(route, { ...options, from: FROM }, member.tokens.accessToken)
    expect(status).toBe(200)
    return body.data
  }
  const { page } = await call(dashboard.create, { body: { name: 'Hall' } })
  const params = { id: page._id }
  await call(dashboard.edit, { params, body: { name: 'Kitchen', description: 'Beside the door' } })
  const { module } = await call(dashboard.install, { params, body: { meta: { id: 'spark' } } })
  const moved = { position: { ...module.position, x: 3 } }
  await call(dashboard.editModule, { params: { ...params, moduleId: module._id }, body: moved })
  const { file } = await call(pageArchive.export, { params })
  await call(dashboard.removeModule, { params: { ...params, moduleId: module._id } })
  await call(dashboard.remove, { params })
  await call(pageArchive.restore, { params })
  await call(dashboard.remove, { params })
  await call(pageArchive.purge, { params })
  await call(pageArchive.import, { body: file })

  const query = { userId: member.user._id }
  const { entries } = (await app.call(audit.list, { query }, admin)).body.data as { entries: AuditEntry[] }
  const pages = entries.filter(({ action }) => action.startsWith('page.')).reverse()
  expect(pages.map(({ action, target, details }) => [action, target?.name, details])).toEqual([
    ['page.created', 'Hall', ''],
    ['page.edited', 'Kitchen', 'name, description'],
    ['page.module_added', 'Kitchen', 'Spark'],
    ['page.module_removed', 'Kitchen', 'Spark'],
    ['page.deleted', 'Kitchen', ''],
    ['page.restored', 'Kitchen', ''],
    ['page.deleted', 'Kitchen', ''],
    ['page.purged', 'Kitchen', ''],
    ['page.created', 'Kitchen', 'from a file'],
  ])
  expect(new Set(pages.map(({ actor, ip }) => `${actor.name} ${ip}`))).toEqual(new Set([`marina ${FROM}`]))
})
