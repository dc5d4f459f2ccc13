import { dashboard, type Page } from '@atalaya/contract/dashboard'
import { modules } from '@atalaya/contract/modules'
import { screen, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, test } from 'vitest'
import { ApiError } from '#web/lib/calls/api-error.ts'
import { aModule, aPage } from '#web/testing/boards.ts'
import { renderApp, startSession } from '#web/testing/render.tsx'
import { answerCall, server } from '#web/testing/server.ts'

beforeEach(() => {
  startSession()
  answerCall(modules.list, () => ({ modules: [] }))
})

const clock = aModule('clock', [0, 0, 2, 2], 'Clock')
const home = aPage({ modules: [clock] })
const office = aPage({ _id: 'office', name: 'Office', description: 'Beside the door', active: false, order: 1 })
const refuse = () => {
  throw new ApiError(500, 'The disk is full')
}

async function open(pages: Page[], path = '/dashboard') {
  answerCall(dashboard.list, () => ({ pages }))
  const app = renderApp({ path })
  await screen.findByText(/Arrange what your|No pages yet/)
  return app
}

describe('the cards', () => {
  test('show name, description, number of modules and the active page', async () => {
    await open([home, office])
    const [first, second] = [
      screen.getByRole('article', { name: 'Home' }),
      screen.getByRole('article', { name: 'Office' }),
    ]
    expect(first).toHaveTextContent('No description provided')
    expect(first).toHaveTextContent('1 module')
    expect(within(first).getByRole('switch', { name: 'Activate Home' })).toBeChecked()
    expect(second).toHaveTextContent('Beside the door')
    expect(second).toHaveTextContent('0 modules')
    expect(within(second).getByRole('switch', { name: 'Activate Office' })).not.toBeChecked()
  })

  test('choose the page to edit', async () => {
    const { user, router } = await open([home, office])
    expect(screen.getByRole('heading', { name: 'Home' })).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Office' }))
    expect(await screen.findByRole('heading', { name: 'Office' })).toBeVisible()
    expect(screen.getByText('This dashboard has no modules.')).toBeVisible()
    expect(router.state.location.search).toBe('?page=office')
  })

  test('report in a banner that a page could not be activated', async () => {
    answerCall(dashboard.edit, refuse)
    const { user } = await open([home, office])
    await user.click(screen.getByRole('switch', { name: 'Activate Office' }))
    expect(await screen.findByRole('alert')).toHaveTextContent('Could not activate the page')
  })
})

describe('making a page', () => {
  test('requires a name, leaves out empty fields, and selects the new page', async () => {
    let sent: unknown
    answerCall(dashboard.create, ({ body }) => {
      sent = body
      return { page: office }
    })
    const { user } = await open([home])
    await user.click(screen.getByRole('button', { name: 'New Page' }))
    await user.type(await screen.findByLabelText('Name'), '   ')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect(screen.getByRole('alert')).toHaveTextContent('Name is required')
    await user.type(screen.getByLabelText('Name'), 'Office')
    answerCall(dashboard.list, () => ({ pages: [home, office] }))
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByRole('heading', { name: 'Office' })).toBeVisible()
    expect(sent).toEqual({ name: 'Office', active: false })
  })

  test('preselects Active for the first page', async () => {
    const { user } = await open([])
    await user.click(screen.getByRole('button', { name: 'Create First Page' }))
    expect(await screen.findByRole('checkbox', { name: 'Mark as Active' })).toBeChecked()
  })

  test('reports in the dialog that the page could not be saved', async () => {
    answerCall(dashboard.create, refuse)
    const { user } = await open([home])
    await user.click(screen.getByRole('button', { name: 'New Page' }))
    await user.type(screen.getByLabelText('Name'), 'Office')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect(await within(screen.getByRole('dialog')).findByText('Could not save the page')).toBeVisible()
  })
})

describe('deleting a page', () => {
  async function askToDelete(pages: Page[], name: string) {
    const app = await open(pages)
    await app.user.click(screen.getByRole('button', { name: `Actions for ${name}` }))
    await app.user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
    return app
  }

  test('shows the number of modules in its question, then selects the first remaining page', async () => {
    answerCall(dashboard.remove, () => ({}))
    const { user } = await askToDelete([home, office], 'Home')
    const dialog = await screen.findByRole('alertdialog')
    expect(dialog).toHaveTextContent(
      'This action cannot be undone. The modules configured within the page will be lost.',
    )
    expect(dialog).toHaveTextContent('1 module on this page.')
    // The sentence that applies first comes first.
    expect(dialog).toHaveTextContent(/can be restored\. After that: ?This action cannot be undone\./)
    answerCall(dashboard.list, () => ({ pages: [office] }))
    await user.click(within(dialog).getByRole('button', { name: 'Delete' }))
    expect(await screen.findByRole('heading', { name: 'Office' })).toBeVisible()
  })

  test('reports in the dialog that the page could not be deleted', async () => {
    answerCall(dashboard.remove, refuse)
    const { user } = await askToDelete([home], 'Home')
    await user.click(await screen.findByRole('button', { name: 'Delete' }))
    expect(await screen.findByText('Could not delete the page')).toBeVisible()
  })
})

describe('the grid', () => {
  test('moves a widget by the keyboard, announces its position, and saves it after the drop', async () => {
    const sent: unknown[] = []
    answerCall(dashboard.editModule, ({ body }) => {
      sent.push(body)
      const module = { ...clock, position: { x: 1, y: 1, w: 2, h: 2 } }
      return { page: { ...home, version: 2, modules: [module] }, module }
    })
    const { user } = await open([home])
    screen.getByRole('button', { name: 'Drag Clock, column 1, row 1' }).focus()
    await user.keyboard('{Enter}{ArrowRight}{ArrowDown}')
    expect(screen.getByText('Clock, column 2, row 2.')).toBeInTheDocument()
    expect(sent).toEqual([])
    await user.keyboard('{Enter}')
    expect(await screen.findByText('Saved')).toBeVisible()
    expect(sent).toEqual([{ position: { x: 1, y: 1, w: 2, h: 2 } }])
    expect(screen.getByRole('button', { name: 'Drag Clock, column 2, row 2' })).toHaveFocus()
  })

  test('moves a widget back after a refusal, and reports it without a toast', async () => {
    answerCall(dashboard.editModule, refuse)
    const { user } = await open([home])
    screen.getByRole('button', { name: 'Drag Clock, column 1, row 1' }).focus()
    await user.keyboard('{Enter}{ArrowRight}{Enter}')
    expect(await screen.findByText('Not saved')).toBeVisible()
    expect(screen.getByText('The change could not be saved. The page is as it was before.')).toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Drag Clock, column 1, row 1' })).toBeVisible()
    expect(screen.getByRole('button', { name: 'Undo' })).toBeDisabled()
    expect(document.querySelector('[data-sonner-toast]')).toBeNull()
  })

  test('moves a widget back on Escape and saves nothing', async () => {
    const { user } = await open([home])
    screen.getByRole('button', { name: 'Drag Clock, column 1, row 1' }).focus()
    await user.keyboard('{Enter}{ArrowDown}{Escape}')
    expect(screen.getByText('Clock is back at column 1, row 1.')).toBeInTheDocument()
  })

  test('removes a widget, and undo restores it', async () => {
    answerCall(dashboard.removeModule, () => ({ page: { ...home, version: 2, modules: [] } }))
    const back = { ...clock, _id: 'clock-2' }
    answerCall(dashboard.install, ({ body }) => {
      expect(body).toEqual({ meta: { id: 'agent-status' }, config: {}, position: clock.position })
      return { page: { ...home, version: 3, modules: [back] }, module: back }
    })
    const { user } = await open([home])
    await user.click(screen.getByRole('button', { name: 'Delete Clock' }))
    expect(await screen.findByText('This dashboard has no modules.')).toBeVisible()
    expect(screen.getByText('Clock deleted. Undo brings it back.')).toHaveAttribute('aria-live', 'polite')
    await user.keyboard('{Control>}z{/Control}')
    expect(await screen.findByRole('article', { name: 'Clock' })).toBeVisible()
  })
})

test('a list that can not be read is reported', async () => {
  answerCall(dashboard.list, refuse)
  renderApp({ path: '/dashboard' })
  expect(await screen.findByText('The dashboards could not be read')).toBeVisible()
})

test('a list that fails without a message has the default one', async () => {
  server.use(http.get(`*${dashboard.list.path}`, () => HttpResponse.json({ success: false })))
  renderApp({ path: '/dashboard' })
  expect(await screen.findByText('Error de API')).toBeVisible()
})

describe('copying a widget', () => {
  const full = aPage({
    _id: 'full',
    name: 'Full',
    active: false,
    order: 2,
    modules: [aModule('large', [0, 0, 4, 5], 'Large')],
  })

  async function openCopy() {
    const app = await open([home, office, full])
    await app.user.click(await screen.findByRole('button', { name: 'Copy Clock…' }))
    const choose = async (name: string) => {
      await app.user.click(await screen.findByRole('combobox', { name: 'To page' }))
      await app.user.click(screen.getByRole('option', { name }))
    }
    return { ...app, choose, copy: await screen.findByRole('button', { name: 'Copy' }) }
  }

  test('puts the copy on the same or another page, and reports it', async () => {
    const requests: unknown[] = []
    answerCall(dashboard.copyModule, ({ params, body }) => {
      requests.push([params.id, body])
      return { page: { ...office, version: 2 }, module: clock }
    })
    const { user, choose, copy } = await openCopy()
    expect(screen.getByRole('combobox', { name: 'To page' })).toHaveTextContent('Home')
    await choose('Office')
    await user.click(copy)
    expect(await screen.findByText('Copied to Office')).toBeVisible()
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(requests).toEqual([['office', { moduleId: 'clock' }]])
  })

  test('is not offered without room, and shows the server’s refusal', async () => {
    answerCall(dashboard.copyModule, refuse)
    const { user, choose, copy } = await openCopy()
    await choose('Full')
    expect(screen.getByText('“Full” has no room left for it.')).toBeVisible()
    expect(copy).toBeDisabled()
    await choose('Office')
    await user.click(copy)
    expect(await screen.findByRole('alert')).toHaveTextContent('The disk is full')
  })
})
