import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { modulePackages } from '@atalaya/contract/module-packages'
import { clockArchive, manifestText } from '@atalaya/testbed/module-archives'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createPackageWorld, type PackageWorld } from '#test/support/package-world.ts'

let it: PackageWorld
beforeEach(async () => {
  it = await createPackageWorld()
})
afterEach(() => it.close())

const requests = { now: { url: 'https://api.example.org/now' } }

describe('the folder DATA_DIR/modules', () => {
  const scan = async () => (await it.app.call(modulePackages.scan, {}, it.admin)).body.data
  const home = () => join(it.app.folder, 'modules')

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
    await it.app.restart()
    expect((await it.clock())?.version).toBe('1.0.0')
    await it.app.call(modulePackages.remove, { params: { id: 'clock' } }, it.admin)
    await it.app.restart()
    expect(await it.clock()).toBeUndefined()
    expect((await scan()).installed).toEqual([{ id: 'clock', version: '1.0.0', isActive: true }])
  })
})
