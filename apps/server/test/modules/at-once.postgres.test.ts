import { modulePackages } from '@atalaya/contract/module-packages'
import { clockArchive } from '@atalaya/testbed/module-archives'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { queueAtLock } from '#test/support/at-lock.ts'
import { createIndexWorld, type IndexWorld } from '#test/support/index-world.ts'
import { signedVersion } from '#test/support/module-index.ts'
import { noPermissions } from '#test/support/package-world.ts'
import { upload } from '#test/support/uploads.ts'

let it: IndexWorld
beforeEach(async () => {
  it = await createIndexWorld()
})
afterEach(() => it.close())

/** Lock that makes an installation wait before it stores the files of its version. */
const filesLock = sql`lock table module_files in share row exclusive mode`

test('one of two simultaneous uploads of a version is refused', async () => {
  const install = () => upload(it.app, it.admin, clockArchive())
  const replies = await queueAtLock(it.app, filesLock, [install, install])
  expect(replies.map(({ status, body }) => [status, body.code])).toEqual([
    [200, undefined],
    [409, 'modules.installed_already'],
  ])
})

test('a version stopped while it is being installed does not run', async () => {
  const archive = clockArchive()
  it.web.files.set('/clock-1.0.0.tgz', archive)
  const modules = [{ id: 'clock', versions: [signedVersion(it.indexKey.key, 'clock', '1.0.0', { archive })] }]
  const id = await it.follow({ modules })
  const kill = { id: 'clock', versions: ['1.0.0'], reason: 'It sends what it reads elsewhere.' }
  it.publish({ serial: 2, modules, kills: [kill] })
  await queueAtLock<unknown>(it.app, filesLock, [
    () => it.install(id, 'clock', { version: '1.0.0' }),
    () => it.refresh(id),
  ])
  expect((await it.catalogue()).stopped).toEqual([{ id: 'clock', reason: kill.reason }])
})

test('a version that is chosen while its module is being removed stays, or is refused', async () => {
  const versions = ['1.0.0', '1.0.1']
  for (const version of versions) await upload(it.app, it.admin, clockArchive({ version }))
  const lockModule = sql`select 1 from module_packages where id = 'clock' for update`
  const activation = { params: { id: 'clock', version: '1.0.0' }, body: { permissions: noPermissions } }
  const [removed, activated] = await queueAtLock(it.app, lockModule, [
    () => it.app.call(modulePackages.remove, { params: { id: 'clock' } }, it.admin),
    () => it.app.call(modulePackages.activate, activation, it.admin),
  ])
  expect(removed?.status).toBe(200)
  const { statusCode } = await it.app.app.inject({ method: 'GET', url: '/modules/clock/1.0.0/index.js' })
  // The removal's next part may come before the activation.
  expect([200, 404]).toContain(activated?.status)
  expect(statusCode).toBe(activated?.status)
})
