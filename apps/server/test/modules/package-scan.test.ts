import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { modulePackages } from '@atalaya/contract/module-packages'
import { type ModuleMeta, modules } from '@atalaya/contract/modules'
import { clockArchive, manifestText } from '@atalaya/testbed/module-archives'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

let app: TestApp
let admin: string
beforeEach(async () => {
  app = await createTestApp()
  admin = (await app.signUp()).tokens.accessToken
})
afterEach(() => app.close())

const clock = async () => {
  const { body } = await app.call(modules.list, {}, admin)
  return body.data.modules.find(({ id }: ModuleMeta) => id === 'clock')
}
const requests = { now: { url: 'https://api.example.org/now' } }

describe('the folder DATA_DIR/modules', () => {
  const scan = async () => (await app.call(modulePackages.scan, {}, admin)).body.data
  const home = () => join(app.folder, 'modules')

  test('is read on demand: archives and folders, each fault named, the rest installed', async () => {
    writeFileSync(join(home(), 'clock.tgz'), clockArchive())
    writeFileSync(join(home(), 'broken.zip'), 'nothing')
    mkdirSync(join(home(), 'tide/dist'), { recursive: true })
    writeFileSync(join(home(), 'tide/module.json'), manifestText({ id: 'tide', entry: 'dist/tide.js', requests }))
    writeFileSync(join(home(), 'tide/dist/tide.js'), '1')
    mkdirSync(join(home(), 'linked'))
    writeFileSync(join(home(), 'linked/module.json'), manifestText({ id: 'linked' }))
    symlinkSync('/etc/passwd', join(home(), 'linked/index.js'))
    expect(await scan()).toEqual({
      installed: [
        { id: 'clock', version: '1.0.0', isActive: true },
        { id: 'tide', version: '1.0.0', isActive: false },
      ],
      refused: [
        { name: 'broken.zip', message: 'The file is neither a .tgz nor a .zip archive' },
        { name: 'linked', message: 'The folder holds something else than files and folders: index.js' },
      ],
    })
    expect((await scan()).installed).toEqual([])
  })

  test('is read at start; what an administrator removed stays away until one asks for it', async () => {
    writeFileSync(join(home(), 'clock.tgz'), clockArchive())
    await app.restart()
    expect((await clock())?.version).toBe('1.0.0')
    await app.call(modulePackages.remove, { params: { id: 'clock' } }, admin)
    await app.restart()
    expect(await clock()).toBeUndefined()
    expect((await scan()).installed).toEqual([{ id: 'clock', version: '1.0.0', isActive: true }])
  })
})
