import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { dashboard } from '@atalaya/contract/dashboard'
import { apiOf } from '@atalaya/testbed/api'
import { clockArchive } from '@atalaya/testbed/module-archives'
import { runCli } from 'atalaya-module/cli'
import { test as base, expect } from './fixtures.ts'

/** A folder on a web server of this machine, and a function that publishes an index there. */
type Site = { origin: string; put: (name: string, bytes: Buffer | string) => void; publish: () => Promise<number> }
const test = base.extend<{ site: Site }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern.
  site: async ({}, use) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'atalaya-site-'))
    const server = createServer(({ url = '' }, response) =>
      response.end(readFileSync(path.join(folder, path.basename(url)))),
    )
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const run = (...args: string[]) =>
      runCli(args, {
        program: 'atalaya-module',
        workshop: folder,
        place: 'standalone',
        folders: [],
        workshopPage: () => '',
      })
    const key = path.join(folder, 'my.key')
    await run('key', key)
    await use({
      origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      put: (name, bytes) => writeFileSync(path.join(folder, name), bytes),
      publish: () => run('index', folder, '--key', key, '--name', 'Walked index'),
    })
    server.closeAllConnections()
    server.close()
    rmSync(folder, { recursive: true })
  },
})
test.setTimeout(120_000)

test('an administrator installs and updates from an index, and sees why a version was stopped @mobile', async ({
  page,
  admin,
  signIn,
  server,
  site,
  expectAccessibleInBothThemes,
}) => {
  const module = (version: string) => clockArchive({ id: 'indexed-walk', name: 'Indexed walk', version })
  site.put('walk-1.0.0.tgz', module('1.0.0'))
  await site.publish()
  const call = apiOf(server.url, admin.tokens.accessToken)
  const { page: board } = await call(dashboard.create, { body: { name: 'Indexed' } })
  await signIn(admin)
  await page.goto('/marketplace')
  const tab = (name: string | RegExp) => page.getByRole('tab', { name })
  const lookNow = async (number: number) => {
    await page.getByRole('button', { name: 'Indexes', exact: true }).click()
    await page.getByRole('button', { name: 'Check now: Walked index' }).click()
    await expect(page.getByRole('listitem', { name: 'Walked index' })).toContainText(`number ${number}`)
  }

  await page.getByRole('button', { name: 'Indexes', exact: true }).click()
  await page.getByRole('textbox', { name: 'Address of an index' }).fill(`${site.origin}/modules.index`)
  await page.getByRole('button', { name: 'Find' }).click()
  await expect(page.getByRole('region', { name: 'Add Walked index' })).toBeVisible()
  await expectAccessibleInBothThemes()
  await page.getByRole('button', { name: 'Add with this key' }).click()
  await expect(page.getByRole('listitem', { name: 'Walked index' })).toContainText('1 module')
  await expectAccessibleInBothThemes()
  await page.keyboard.press('Escape')

  await tab('From the index').click()
  await expectAccessibleInBothThemes()
  await page.getByRole('button', { name: 'Install Indexed walk 1.0.0' }).click()
  await expect(page.getByRole('listitem', { name: 'Indexed walk' })).toContainText('1.0.0 installed')
  await call(dashboard.install, { params: { id: board._id }, body: { meta: { id: 'indexed-walk' } } })

  site.put('walk-1.1.0.tgz', module('1.1.0'))
  await site.publish()
  await lookNow(2)
  await page.keyboard.press('Escape')
  await tab(/^Updates/).click()
  await page.getByRole('button', { name: 'Update Indexed walk 1.1.0' }).click()
  await expect(page.getByText('All that is installed is up to date.')).toBeVisible()

  const reason = 'It sends what it reads elsewhere.'
  site.put('kills.json', JSON.stringify([{ id: 'indexed-walk', versions: ['1.1.0'], reason }]))
  await site.publish()
  await lookNow(3)
  await page.getByRole('button', { name: 'Remove Walked index' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByRole('dialog', { name: 'Indexes of modules' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('tab')).toHaveCount(0)
  // Toasts lie over the button, and stay as long as the pointer rests on them.
  await page.mouse.move(0, 0)
  await expect(page.locator('[data-sonner-toast]')).toHaveCount(0)
  await page.getByRole('button', { name: 'Manage Indexed walk' }).click()
  await expect(page.getByRole('dialog')).toContainText(`Its index has withdrawn this version: ${reason}`)
  await page.goto(`/dashboard?page=${board._id}`)
  await expect(page.getByText(`This module was stopped: ${reason}`)).toBeVisible()
})
