import { modulePackages } from '@atalaya/contract/module-packages'
import { apiOf } from '@atalaya/testbed/api'
import { npmArchiveOf } from '@atalaya/testbed/archives'
import type { Page } from '@playwright/test'
import { boardsOf } from '../boards.ts'
import { expect, openFailing, walk } from './walk.ts'

// Removes the fixtures' extra header, which would make requests for the frame's files need a preflight.
walk.use({ extraHTTPHeaders: {} })

const lamp = { id: 'texts-lamp', name: 'Lamp', version: '1.0.0', entry: 'index.js', size: { width: 1, height: 1 } }
const form = {
  type: 'object',
  required: ['room'],
  properties: { room: { type: 'string' }, floor: { type: 'string', not: { const: '13' } }, hours: { type: 'object' } },
}

/** Uploads a package of these files, as an administrator does. */
async function upload(page: Page, manifest: object, files: Record<string, string> = { 'index.js': '' }) {
  const buffer = npmArchiveOf({ 'module.json': JSON.stringify(manifest), ...files })
  await page.getByLabel('Package file').setInputFiles({ name: 'lamp.tgz', mimeType: 'application/gzip', buffer })
}

walk('the marketplace says why a package or a form is refused', async ({ page, admin, signIn, server }) => {
  const call = apiOf(server.url, admin.tokens.accessToken)
  await boardsOf(server.url, admin.tokens.accessToken).make('Hall')
  await signIn(admin)
  const withoutCatalogue = await openFailing(page, '/marketplace', { withoutMessage: '**/api/v1/modules' })
  await page.goto('/marketplace')
  const fault = page.getByRole('region', { name: 'Packages' }).getByRole('alert')
  const dialog = page.getByRole('dialog')

  await walk.step('packages', async () => {
    await upload(page, { ...lamp, name: '' })
    await expect(fault).toHaveText(/^module\.json inválido: name/)
    await upload(page, lamp, {})
    await expect(fault).toHaveText('No se encontró el entry index.js')
    await upload(page, lamp)
    const schema = { 'index.js': '', 'form.json': JSON.stringify(form) }
    await upload(page, { ...lamp, id: 'texts-form', name: 'Form', configSchema: 'form.json' }, schema)
    await expect(page.getByRole('article', { name: 'Form' })).toBeVisible()
  })

  await walk.step('adding', async () => {
    await page.getByRole('button', { name: 'Add Lamp' }).click()
    await expect(dialog.getByText('This module does not require configuration.')).toBeVisible()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Add Form' }).click()
    await expect(dialog.getByText('Campo no soportado en el demo')).toBeVisible()
    await dialog.getByLabel('floor').fill('13')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog.getByText('Required', { exact: true })).toBeVisible()
    await expect(dialog.getByText('Invalid input', { exact: true })).toBeVisible()
    await page.keyboard.press('Escape')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click()
  })

  await walk.step('filters', async () => {
    await page.getByRole('searchbox').fill('no such module')
    await expect(page.getByText('No modules found')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Reset filters' })).toBeVisible()
    await expect(withoutCatalogue.getByText('Could not load the catalogue')).toBeVisible()
  })
  for (const id of ['texts-lamp', 'texts-form']) await call(modulePackages.remove, { params: { id } })
})
