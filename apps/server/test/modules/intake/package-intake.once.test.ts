import { npmArchiveOf } from '@atalaya/testbed/archives'
import { manifestText } from '@atalaya/testbed/module-archives'
import { expect, test } from 'vitest'
import { unpackPackage } from '#server/modules/intake/package-intake.ts'

const files = { 'module.json': manifestText(), 'index.js': 'export {}' }

test('a worker thread unpacks a package and returns its manifest and files', async () => {
  const content = await unpackPackage({ archive: npmArchiveOf(files) })
  expect(content.manifest).toMatchObject({ id: 'clock' })
  expect([...content.files].map(([path, bytes]) => [path, bytes.toString()])).toEqual(Object.entries(files))
})

test('a package that takes too long to unpack is refused', async () => {
  await expect(unpackPackage({ archive: npmArchiveOf(files) }, 0)).rejects.toThrow('takes too long')
})

test('the error names the fault of a package', async () => {
  await expect(unpackPackage({ archive: Buffer.from('x') })).rejects.toThrow('neither a .tgz nor a .zip')
  await expect(unpackPackage({ files: new Map([['a.js', Buffer.from('x')]]) })).rejects.toThrow('has no module.json')
})
