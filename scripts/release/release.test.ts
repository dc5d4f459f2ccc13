import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import VERSIONS from '../../packages/create-atalaya-module/src/versions.json' with { type: 'json' }
import { root } from '../lib/workspaces.ts'
import { faultsOf } from './faults.ts'
import { installFromCheckout } from './install-archives.ts'
import { packPublished } from './pack-published.ts'
import { walkOutside } from './walk-outside.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'atalaya-packed-'))
let archives: string[]
beforeAll(async () => {
  archives = await packPublished(folder)
}, 300_000)
afterAll(() => rmSync(folder, { recursive: true }))

test('packages have the form that npm and TypeScript expect', async () => {
  expect((await Promise.all(archives.map(faultsOf))).flat()).toEqual([])
})

test.each(Object.entries(VERSIONS))(
  'a new module depends on the version of %s that was tested with it',
  (name, version) => {
    const { version: testedVersion } = JSON.parse(
      readFileSync(path.join(root, 'node_modules', name, 'package.json'), 'utf8'),
    )
    expect(version).toBe(testedVersion)
  },
)

test('a module is made, tested, checked, packed and installed outside of the checkout', async () => {
  await walkOutside(installFromCheckout, archives)
}, 300_000)
