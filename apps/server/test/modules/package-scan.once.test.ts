import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ARCHIVE_MAX, modulePackages } from '@atalaya/contract/module-packages'
import { clockArchive, manifestText } from '@atalaya/testbed/module-archives'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createPackageWorld, type PackageWorld } from '#test/support/package-world.ts'

let world: PackageWorld
beforeEach(async () => {
  world = await createPackageWorld()
})
afterEach(() => world.close())

const requests = { now: { url: 'https://api.example.org/now' } }

describe('the folder DATA_DIR/modules', () => {
  const scan = async () => (await world.app.call(modulePackages.scan, {}, world.admin)).body.data
  const modulesFolder = () => join(world.app.folder, 'modules')

  test('is read on demand: valid packages are installed, and each fault is named', async () => {
    writeFileSync(join(modulesFolder(), 'clock.tgz'), clockArchive())
    writeFileSync(join(modulesFolder(), 'broken.zip'), 'nothing')
    mkdirSync(join(modulesFolder(), 'tide/dist'), { recursive: true })
    writeFileSync(
      join(modulesFolder(), 'tide/module.json'),
      manifestText({ id: 'tide', entry: 'dist/tide.js', requests }),
    )
    writeFileSync(join(modulesFolder(), 'tide/dist/tide.js'), '1')
    mkdirSync(join(modulesFolder(), 'linked'))
    writeFileSync(join(modulesFolder(), 'linked/module.json'), manifestText({ id: 'linked' }))
    symlinkSync('/etc/passwd', join(modulesFolder(), 'linked/index.js'))
    const refused = [
      { name: 'broken.zip', message: 'The file is neither a .tgz nor a .zip archive' },
      { name: 'linked', message: 'The folder contains a link or a special file: index.js' },
    ]
    const installed = [
      { id: 'clock', version: '1.0.0', isActive: true },
      { id: 'tide', version: '1.0.0', isActive: false },
    ]
    expect(await scan()).toEqual({ installed, refused })
    expect(await scan()).toEqual({ installed: [], refused })
  })

  test('G5 applies the limits of uploads to its packages', async () => {
    /** Writes a sparse file of zeros, which takes no space on disk. */
    const writeZeros = (path: string, size: number) => {
      writeFileSync(join(modulesFolder(), path), '')
      truncateSync(join(modulesFolder(), path), size)
    }
    writeZeros('a.tgz', ARCHIVE_MAX)
    writeZeros('b.tgz', ARCHIVE_MAX + 1)
    for (const name of ['c', 'd']) {
      mkdirSync(join(modulesFolder(), name))
      writeFileSync(join(modulesFolder(), name, 'module.json'), manifestText({ id: name }))
      writeFileSync(join(modulesFolder(), name, 'index.js'), '1')
    }
    writeZeros('c/large.bin', 5 * 1024 * 1024 + 1)
    writeFileSync(join(modulesFolder(), 'd/.hidden'), '')
    expect(await scan()).toEqual({
      installed: [],
      refused: [
        { name: 'a.tgz', message: 'The file is neither a .tgz nor a .zip archive' },
        { name: 'b.tgz', message: 'The archive is larger than 5 MiB' },
        { name: 'c', message: 'large.bin is larger than 5 MiB' },
        { name: 'd', message: 'The archive holds a path that must be made of plain names: ".hidden"' },
      ],
    })
  })

  test('is read at start, except removed packages, which return after a scan on demand', async () => {
    writeFileSync(join(modulesFolder(), 'clock.tgz'), clockArchive())
    await world.app.restart()
    expect((await world.clock())?.version).toBe('1.0.0')
    await world.app.call(modulePackages.remove, { params: { id: 'clock' } }, world.admin)
    await world.app.restart()
    expect(await world.clock()).toBeUndefined()
    expect((await scan()).installed).toEqual([{ id: 'clock', version: '1.0.0', isActive: true }])
  })
})
