import { dashboard, type Page } from '@atalaya/contract/dashboard'
import { modules } from '@atalaya/contract/modules'
import { screen, waitFor, within } from '@testing-library/react'
import { expect } from 'vitest'
import { aPage } from '#web/testing/boards.ts'
import { renderApp, startSession, waitForText } from '#web/testing/render.tsx'
import { answerCall } from '#web/testing/server.ts'
import { breakResponseBodies, failAlways, failWithoutMessage, holdUntil, walk } from '#web/testing/texts/walk.tsx'

walk('dashboards', 'errors of the page list, of creating, activating and deleting a page are shown', async () => {
  const pages: Page[] = []
  startSession()
  answerCall(modules.list, () => ({ modules: [] }))
  answerCall(dashboard.create, ({ body }) => {
    const page = aPage({ _id: body.name, name: body.name })
    pages.push(page, aPage({ _id: 'office', name: 'Office', active: false, order: 1 }))
    return { page }
  })

  failAlways(dashboard.list)
  const withoutMessage = renderApp({ path: '/dashboard' })
  await waitForText('Error de API')
  withoutMessage.unmount()
  answerCall(dashboard.list, () => ({ pages }))
  const restoreBodies = breakResponseBodies(dashboard.list.path)
  const withUnreadableAnswers = renderApp({ path: '/dashboard' })
  await waitForText('Unknown error occurred')
  withUnreadableAnswers.unmount()
  restoreBodies()

  holdUntil(dashboard.list, () => waitForText('Loading dashboards…'))
  const { user, client } = renderApp({ path: '/dashboard' })
  await user.click(await screen.findByRole('button', { name: 'Create First Page' }))
  const dialog = within(await screen.findByRole('dialog'))
  const save = dialog.getByRole('button', { name: 'Save' })
  expect(dialog.getByRole('checkbox', { name: 'Mark as Active' })).toBeChecked()
  await user.click(save)
  expect(await dialog.findByText('Name is required')).toBeVisible()
  await user.type(dialog.getByLabelText('Name'), 'Hall')
  failWithoutMessage(dashboard.create)
  await user.click(save)
  expect(await dialog.findByText('Could not save the page')).toBeVisible()
  await user.click(save)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect((await screen.findAllByText('No description provided'))[0]).toBeVisible()
  expect(screen.getByRole('button', { name: 'New Page' })).toBeVisible()

  // Loads the list again, to show Office.
  await client.invalidateQueries()
  failWithoutMessage(dashboard.edit)
  await user.click(await screen.findByRole('switch', { name: 'Activate Office' }))
  await waitForText('Could not activate the page')
  await user.click(screen.getByRole('button', { name: 'Actions for Office' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
  failWithoutMessage(dashboard.remove)
  const question = within(await screen.findByRole('alertdialog'))
  await user.click(question.getByRole('button', { name: 'Delete' }))
  expect(await question.findByText('Could not delete the page')).toBeVisible()
})
