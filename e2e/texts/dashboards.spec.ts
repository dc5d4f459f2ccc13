import { boardsOf } from '../boards.ts'
import { expect, failSilently, hold, openFailing, walk } from './walk.ts'

const PAGES = '/api/v1/dashboard/pages'

walk('the pages of an account, with all that can go wrong', async ({ page, member, signIn, server }) => {
  const dialog = page.getByRole('dialog')
  await signIn(member)
  const silent = await openFailing(page, '/dashboard', { silently: `**${PAGES}` })
  const torn = await openFailing(page, '/dashboard', { torn: PAGES })

  await walk.step('the first page', async () => {
    await hold(page, 'GET', `**${PAGES}`, () => expect(page.getByText('Loading dashboards…')).toBeVisible())
    await page.goto('/dashboard')
    await page.getByRole('button', { name: 'Create First Page' }).click()
    await expect(dialog.getByRole('checkbox', { name: 'Mark as Active' })).toBeChecked()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog.getByText('Name is required')).toBeVisible()
    await dialog.getByLabel('Name', { exact: true }).fill('Hall')
    await failSilently(page, 'POST', `**${PAGES}`)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog.getByText('Could not save the page')).toBeVisible()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('No description provided')).toBeVisible()
    await expect(page.getByRole('button', { name: 'New Page' })).toBeVisible()
  })

  await walk.step('a second page', async () => {
    const { _id } = await boardsOf(server.url, member.tokens.accessToken).make('Office')
    await failSilently(page, 'PATCH', `**${PAGES}/${_id}`)
    await page.getByRole('switch', { name: 'Activate Office' }).click()
    await expect(page.getByText('Could not activate the page')).toBeVisible()
    await page.getByRole('button', { name: 'Actions for Office' }).click()
    await page.getByRole('menuitem', { name: 'Delete', exact: true }).click()
    await failSilently(page, 'DELETE', `**${PAGES}/${_id}`)
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByRole('alertdialog').getByText('Could not delete the page')).toBeVisible()
  })

  await walk.step('pages that can not be read', async () => {
    await expect(silent.getByText('Error de API')).toBeVisible()
    await expect(torn.getByText('Unknown error occurred')).toBeVisible()
  })
})
