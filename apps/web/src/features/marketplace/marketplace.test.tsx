import { dashboard, type Page } from '@atalaya/contract/dashboard'
import { modulePackages } from '@atalaya/contract/module-packages'
import { type ModuleMeta, modules } from '@atalaya/contract/modules'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { ApiError } from '#web/lib/calls/api-error.ts'
import { aModule, aPage } from '#web/testing/boards.ts'
import { aMeta } from '#web/testing/modules.ts'
import { renderApp, startSession, waitForText } from '#web/testing/render.tsx'
import { answerCall } from '#web/testing/server.ts'

beforeEach(() => {
  startSession()
  answerCall(modulePackages.list, () => ({ packages: [] }))
})

const form = JSON.stringify({
  type: 'object',
  properties: { city: { type: 'string', title: 'City', default: 'Madrid' } },
  required: ['city'],
})
const catalogue: ModuleMeta[] = [
  aMeta({ id: 'agent-status', name: 'Agent', category: 'agents', description: 'How busy a machine is' }),
  aMeta({ id: 'tide', name: 'Tide', category: 'utilities', size: { width: 4, height: 3 }, preview: '/tide.png' }),
  aMeta({ id: 'weather', name: 'Weather', category: 'utilities', size: { width: 2, height: 1 }, configSchema: form }),
]

async function open(pages: Page[] = [aPage()], path = '/marketplace', found = catalogue) {
  answerCall(dashboard.list, () => ({ pages }))
  answerCall(modules.list, () => ({ modules: found }))
  const app = renderApp({ path })
  await screen.findByRole('heading', { name: 'Module Marketplace' })
  await waitFor(() => expect(screen.queryByLabelText('Loading')).toBeNull())
  return app
}
const cardNames = () => screen.queryAllByRole('article').map((card) => card.getAttribute('aria-label'))
const tile = (label: string) => screen.getByRole('region', { name: label })

describe('the screen', () => {
  test('counts modules, categories, installed modules and results', async () => {
    const { user } = await open([
      aPage({ modules: [aModule('a', [0, 0, 1, 1])] }),
      aPage({ _id: 'two', active: false }),
    ])
    expect(tile('Modules available')).toHaveTextContent('3')
    expect(tile('Categories')).toHaveTextContent('2')
    await waitFor(() => expect(tile('Installed in dashboards')).toHaveTextContent('1'))
    expect(tile('Current results')).toHaveTextContent('3')
    await user.click(screen.getByRole('button', { name: 'agents' }))
    await waitFor(() => expect(tile('Current results')).toHaveTextContent('1'))
    expect(tile('Modules available')).toHaveTextContent('3')
  })

  test('shows each module on a card', async () => {
    await open()
    const weather = screen.getByRole('article', { name: 'Weather' })
    for (const text of ['No preview available', 'utilities', 'weather', 'Configurable', '2x1']) {
      expect(within(weather).getByText(text)).toBeVisible()
    }
    const tide = screen.getByRole('article', { name: 'Tide' })
    expect(within(tide).getByRole('img', { name: 'Preview of Tide' })).toHaveAttribute('src', '/tide.png')
    expect(within(tide).getByText('Quick install')).toBeVisible()
  })

  test('shows six placeholder cards while it loads', async () => {
    answerCall(dashboard.list, () => ({ pages: [] }))
    answerCall(modules.list, () => new Promise(() => undefined))
    renderApp({ path: '/marketplace' })
    await screen.findByRole('heading', { name: 'Module Marketplace' })
    expect(screen.getByLabelText('Loading').children).toHaveLength(6)
  })

  test('reports that the catalogue could not be loaded, and can try again', async () => {
    answerCall(dashboard.list, () => ({ pages: [] }))
    answerCall(modules.list, () => {
      throw new ApiError(400, 'No')
    })
    const { user } = renderApp({ path: '/marketplace' })
    expect(await screen.findByText('Could not load the catalogue')).toBeVisible()
    answerCall(modules.list, () => ({ modules: catalogue }))
    await user.click(screen.getByRole('button', { name: 'Try Again' }))
    expect(await screen.findByRole('article', { name: 'Tide' })).toBeVisible()
  })

  test('reports that nothing was found, and with filters that they can be cleared', async () => {
    await open([], '/marketplace', [])
    expect(screen.getByText('No modules found')).toBeVisible()
    expect(screen.queryByText(/Clear them/)).toBeNull()
  })
})

describe('the filters', () => {
  test('are kept in the address, so that a link opens with them', async () => {
    const { user, router } = await open(undefined, '/marketplace?category=utilities&size=2x1')
    expect(cardNames()).toEqual(['Weather'])
    expect(screen.getByRole('button', { name: 'utilities', pressed: true })).toBeVisible()
    expect(screen.getByText('Active filters: Category: utilities · Size: 2x1')).toBeVisible()
    expect(screen.getByText('1 result')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Reset filters' }))
    await waitFor(() => expect(cardNames()).toHaveLength(3))
    expect(router.state.location.search).toBe('')
  })

  test('search during typing', async () => {
    const { user, router } = await open()
    await user.type(screen.getByRole('searchbox'), 'busy')
    await waitFor(() => expect(cardNames()).toEqual(['Agent']))
    expect(router.state.location.search).toBe('?q=busy')
    await user.type(screen.getByRole('searchbox'), ' bee')
    expect(await screen.findByText('No modules found')).toBeVisible()
    expect(screen.getByText(/Clear them/)).toBeVisible()
  })

  test('are changed by a link that is opened on the same screen', async () => {
    const { router } = await open(undefined, '/marketplace?category=utilities')
    await act(() => router.navigate('/marketplace?q=busy'))
    await waitFor(() => expect(cardNames()).toEqual(['Agent']))
    expect(screen.getByRole('searchbox')).toHaveValue('busy')
  })

  test('can be reset to show all modules', async () => {
    const { user } = await open(undefined, '/marketplace?category=utilities&size=2x1')
    await user.click(screen.getByRole('button', { name: 'All sizes' }))
    await waitFor(() => expect(cardNames()).toEqual(['Tide', 'Weather']))
    await user.click(screen.getByRole('button', { name: 'All categories' }))
    await waitFor(() => expect(cardNames()).toHaveLength(3))
  })
})

describe('Add', () => {
  const full = aPage({ _id: 'full', name: 'Full', active: false, modules: [aModule('all', [0, 0, 4, 5])] })
  const openAddDialog = async (name: string, pages?: Page[]) => {
    const app = await open(pages)
    await app.user.click(screen.getByRole('button', { name: `Add ${name}` }))
    return { ...app, dialog: within(await screen.findByRole('dialog', { name: `Add ${name}` })) }
  }

  test('asks for configuration and page, and installs the module there', async () => {
    const { user, dialog, router } = await openAddDialog('Weather')
    let sent: unknown
    answerCall(dashboard.install, ({ params, body }) => {
      sent = { page: params.id, ...body }
      return { page: aPage(), module: aModule('new', [0, 0, 2, 1]) }
    })
    expect(dialog.getByRole('combobox', { name: 'Add to Page' })).toHaveTextContent('Home')
    await user.clear(dialog.getByRole('textbox', { name: 'City *' }))
    await user.type(dialog.getByRole('textbox', { name: 'City *' }), 'Cádiz')
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(sent).toEqual({ page: 'home', meta: { id: 'weather' }, config: { city: 'Cádiz' } })
    await waitForText('Added to Home')
    // Fires a bare click: a press with pointer events starts the toast's swipe, which jsdom can't do.
    fireEvent.click(screen.getByRole('button', { name: 'Show page' }))
    await waitFor(() => expect(router.state.location).toMatchObject({ pathname: '/dashboard', search: '?page=home' }))
  })

  test('shows where the module fits, and refuses a page without room', async () => {
    const { user, dialog } = await openAddDialog('Tide', [aPage({ modules: [aModule('a', [0, 0, 1, 1])] }), full])
    expect(dialog.getByText('This module does not require configuration.')).toBeVisible()
    expect(dialog.getByText('It fits: 4 × 3, at column 1, row 2 of “Home”.')).toBeVisible()
    await user.click(dialog.getByRole('combobox', { name: 'Add to Page' }))
    await user.click(await screen.findByRole('option', { name: 'Full' }))
    expect(
      dialog.getByText('It does not fit: “Full” has no room left for 4 × 3. Make another module smaller first.'),
    ).toBeVisible()
    expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled()
  })

  test('links to the creation of a first page if there is none', async () => {
    const { dialog } = await openAddDialog('Tide', [])
    expect(dialog.getByRole('link', { name: 'Create your first page' })).toHaveAttribute('href', '/dashboard')
    expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled()
  })

  test('stays open and shows the reason when the server refuses', async () => {
    const { user, dialog } = await openAddDialog('Tide')
    answerCall(dashboard.install, () => {
      throw new ApiError(409, 'There is no room left on this page for the module')
    })
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    expect(await dialog.findByText(/^There is no room left/)).toBeVisible()
  })

  test('shows a preview of the module with its sample data', async () => {
    const { dialog } = await openAddDialog('Agent')
    expect(dialog.getByText(/Preview with sample data, 2 × 2/)).toBeVisible()
    expect(await dialog.findByText("Choose an agent in this module's settings.")).toBeInTheDocument()
  })
})
