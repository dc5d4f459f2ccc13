import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { serveModule } from 'atalaya-module/dev'
import { createModule } from 'create-atalaya-module/create'
import { root } from '../scripts/lib/workspaces.ts'
import { buildWorkshopPage } from '../scripts/module/workshop-page.ts'
import { test as base, expect } from './fixtures.ts'
import { FRAME_TIMEOUT } from './modules.ts'

/** A new module in the workshop, served as `npm run module -- dev` does. */
const test = base.extend<{ newModule: { home: string; id: string; url: string } }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern.
  newModule: async ({}, use) => {
    const id = `bench-${randomBytes(4).toString('hex')}`
    const home = createModule(id, path.join(root, 'workshop'), 'checkout')
    const page = await buildWorkshopPage(mkdtempSync(path.join(tmpdir(), 'atalaya-workshop-')))
    const { url, close } = await serveModule(home, { port: 0, print: () => undefined, page })
    await use({ home, id, url })
    await close()
    for (const folder of [home, page]) rmSync(folder, { recursive: true })
  },
})
// Removes the fixtures' extra header, which would make requests for the frame's files need a preflight.
test.use({ extraHTTPHeaders: {} })
test.setTimeout(240_000)

test('a module under development is shown in its sandbox with its form, and reloaded after each change', async ({
  page,
  newModule: { home, id, url },
  expectAccessible,
}) => {
  await page.goto(url)
  const frame = page.locator(`article iframe`)
  await expect(frame).toHaveAttribute('sandbox', 'allow-scripts', FRAME_TIMEOUT)
  const inside = page.frameLocator('article iframe')
  await expect(inside.getByText(/^Good \w+, Ada$/)).toBeVisible(FRAME_TIMEOUT)
  await expectAccessible()

  await inside.getByRole('button', { name: 'Waved 3 times' }).click()
  await expect(inside.getByRole('button', { name: 'Waved 4 times' })).toBeVisible()
  await page.getByRole('textbox', { name: 'Name' }).fill('Grace')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(inside.getByText(/^Good \w+, Grace$/)).toBeVisible()
  await page.getByRole('button', { name: '2 wide' }).click()
  await expect(page.getByRole('button', { name: '3 wide' })).toBeVisible()

  const source = path.join(home, 'src/greeting.ts')
  writeFileSync(source, readFileSync(source, 'utf8').replace('Good ', 'Fine '))
  await expect(inside.getByText(/^Fine \w+, Grace$/)).toBeVisible(FRAME_TIMEOUT)
  const widget = path.join(home, 'src/widget.tsx')
  const reading = readFileSync(widget, 'utf8')
    .replace('useSize }', 'useSize, useStorage }')
    .replace('  const { width }', '  useStorage().read().catch(() => undefined)\n  const { width }')
  writeFileSync(widget, reading)
  await expect(page.getByRole('region', { name: 'Refused' })).toContainText(
    'read-storage: module.json does not ask for "permissions": { "storage": true }',
    FRAME_TIMEOUT,
  )
  const manifest = path.join(home, 'module.json')
  const text = readFileSync(manifest, 'utf8')
  writeFileSync(manifest, text.replace('"0.1.0"', '"soon"'))
  await expect(page.getByRole('alert')).toContainText('module.json inválido: version must be a version like 1.2.3', {
    timeout: 30_000,
  })
  writeFileSync(manifest, text)
  await expect(page.getByRole('heading', { name: new RegExp(id.replace('-', '.'), 'i') })).toBeVisible({
    timeout: 30_000,
  })
})
