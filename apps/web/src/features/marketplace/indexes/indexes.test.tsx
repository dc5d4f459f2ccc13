import { dashboard } from '@atalaya/contract/dashboard'
import { type IndexedModule, moduleIndexes } from '@atalaya/contract/module-indexes'
import { modulePackages } from '@atalaya/contract/module-packages'
import { modules } from '@atalaya/contract/modules'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { ApiError } from '#web/lib/calls/api-error.ts'
import { anIndex, anOffer, aPackage, KEY, noPermissions, OTHER_KEY } from '#web/testing/indexed-modules.ts'
import { renderApp, startSession, waitForText } from '#web/testing/render.tsx'
import { answerCall } from '#web/testing/server.ts'

let offers: IndexedModule[]
beforeEach(() => {
  startSession()
  offers = []
  answerCall(dashboard.list, () => ({ pages: [] }))
  answerCall(modules.list, () => ({ modules: [] }))
  answerCall(modulePackages.list, () => ({ packages: [] }))
  answerCall(moduleIndexes.modules, ({ query }) => {
    const text = query.query ?? ''
    const found = offers.filter(({ name, isUpdate }) => name.includes(text) && (query.only !== 'updates' || isUpdate))
    return { modules: found.slice(query.offset, query.offset + query.limit), total: found.length }
  })
})

async function open() {
  const app = renderApp({ path: '/marketplace' })
  await screen.findByText(/No package is installed yet|Manage/)
  return app
}
async function openTab(name: RegExp) {
  answerCall(moduleIndexes.list, () => ({ indexes: [anIndex()] }))
  const app = await open()
  await app.user.click(await screen.findByRole('tab', { name }))
  return app
}

test('a marketplace without followed indexes has no tabs', async () => {
  await open()
  expect(screen.queryByRole('tab')).toBeNull()
  expect(screen.getByRole('button', { name: 'Indexes' })).toBeVisible()
})

describe('an index', () => {
  test('is added once its key is confirmed', async () => {
    const { user } = await open()
    const sent: unknown[] = []
    answerCall(moduleIndexes.find, ({ body }) => ({ index: { ...anIndex(), address: body.address } }))
    answerCall(moduleIndexes.add, ({ body }) => {
      sent.push(body)
      answerCall(moduleIndexes.list, () => ({ indexes: [anIndex()] }))
      return { index: anIndex() }
    })
    await user.click(screen.getByRole('button', { name: 'Indexes' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Indexes of modules' }))
    await user.type(dialog.getByRole('textbox', { name: 'Address of an index' }), 'https://example.org/modules.index')
    await user.click(dialog.getByRole('button', { name: 'Find' }))
    const found = within(await dialog.findByRole('region', { name: 'Add Ours' }))
    expect(found.getByTitle(KEY)).toBeVisible()
    expect(sent).toEqual([])
    await user.click(found.getByRole('button', { name: 'Add with this key' }))
    await waitFor(() => expect(sent).toEqual([{ address: 'https://example.org/modules.index', key: KEY }]))
    expect(await dialog.findByRole('listitem', { name: 'Ours' })).toBeVisible()
    await user.keyboard('{Escape}')
    expect(await screen.findByRole('tab', { name: 'From the index' })).toBeVisible()
  })

  test('shows beside its address why it can’t be read', async () => {
    const { user } = await open()
    answerCall(moduleIndexes.find, () => {
      throw new ApiError(400, 'The signature of the index is wrong')
    })
    await user.click(screen.getByRole('button', { name: 'Indexes' }))
    await user.type(await screen.findByRole('textbox', { name: 'Address of an index' }), 'https://a.example{Enter}')
    const field = await screen.findByRole('textbox', { name: 'Address of an index' })
    await waitFor(() => expect(field).toHaveAccessibleDescription('The signature of the index is wrong'))
  })

  test('with another key is reported, and the new key must be accepted', async () => {
    const { user } = await openTab(/Installed/)
    const fault = 'The index is signed with another key than the one that was confirmed'
    answerCall(moduleIndexes.list, () => ({ indexes: [anIndex({ fault, otherKey: OTHER_KEY })] }))
    answerCall(moduleIndexes.look, () => ({ index: anIndex({ fault, otherKey: OTHER_KEY }) }))
    await user.click(screen.getByRole('button', { name: 'Indexes' }))
    await user.click(await screen.findByRole('button', { name: 'Check now: Ours' }))
    expect(await screen.findByText(/^The index is signed with another key/)).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Accept another key…' }))
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Accept another key for Ours' }))
    expect([dialog.getByTitle(KEY), dialog.getByTitle(OTHER_KEY)]).toHaveLength(2)
    let accepted: unknown
    answerCall(moduleIndexes.acceptKey, ({ body }) => {
      accepted = body
      return { index: anIndex({ key: OTHER_KEY }) }
    })
    await user.click(dialog.getByRole('button', { name: 'The key is theirs' }))
    await waitFor(() => expect(accepted).toEqual({ key: OTHER_KEY }))
  })

  test('is removed after a question', async () => {
    const { user } = await openTab(/Installed/)
    let removed: unknown
    answerCall(moduleIndexes.remove, ({ params }) => {
      removed = params
      answerCall(moduleIndexes.list, () => ({ indexes: [] }))
      return {}
    })
    await user.click(screen.getByRole('button', { name: 'Indexes' }))
    await user.click(await screen.findByRole('button', { name: 'Remove Ours' }))
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Remove Ours' }))
    await user.click(dialog.getByRole('button', { name: 'Remove' }))
    await waitFor(() => expect(removed).toEqual({ id: 'ours' }))
    await waitFor(() => expect(screen.queryByRole('tab')).toBeNull())
  })
})

describe('a module that an index offers', () => {
  const rows = () => {
    const list = screen.queryByRole('list', { name: /^(Updates|Modules of the indexes)$/ })
    return list
      ? within(list)
          .getAllByRole('listitem')
          .map((row) => row.getAttribute('aria-label'))
      : []
  }

  test('is listed in pages, and searched by the server', async () => {
    offers = Array.from({ length: 500 }, (_, n) => anOffer({ id: `m-${n}`, name: `Module ${n}` }))
    const { user } = await openTab(/From the index/)
    await waitFor(() => expect(rows()).toHaveLength(24))
    expect(screen.getByText('500 results')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Next' }))
    await waitFor(() => expect(rows()[0]).toBe('Module 24'))
    await user.type(screen.getByPlaceholderText('Search the indexes...'), 'Module 499')
    await waitFor(() => expect(rows()).toEqual(['Module 499']))
    await user.type(screen.getByPlaceholderText('Search the indexes...'), ' not')
    expect(await screen.findByText('No module was found.')).toBeVisible()
  })

  test('is installed, and its permissions are accepted in the dialog of packages', async () => {
    offers = [anOffer(), anOffer({ id: 'tide', name: 'Tide', offer: null, whyNot: 'It needs Atalaya 0.9.0' })]
    const { user } = await openTab(/From the index/)
    const tide = within(await screen.findByRole('listitem', { name: 'Tide' }))
    expect(tide.getByText('It needs Atalaya 0.9.0')).toBeVisible()
    expect(tide.queryByRole('button')).toBeNull()

    let sent: unknown
    const waiting = { ...aPackage(), activeVersion: null }
    answerCall(modulePackages.list, () => ({ packages: [waiting] }))
    answerCall(moduleIndexes.install, ({ params, body }) => {
      sent = { ...params, ...body }
      return { package: waiting, version: '1.0.0', isActive: false }
    })
    await user.click(screen.getByRole('button', { name: 'Install Clock 1.1.0' }))
    expect(await screen.findByRole('alertdialog', { name: 'Run Clock 1.0.0' })).toBeVisible()
    expect(sent).toEqual({ id: 'ours', moduleId: 'clock', version: '1.1.0' })
  })

  test('is counted and updated when it has an update', async () => {
    offers = [
      anOffer({ installed: '1.0.0', isUpdate: true, acceptedPublisher: KEY }),
      anOffer({ id: 'tide', name: 'Tide' }),
    ]
    const { user } = await openTab(/Updates/)
    expect(await screen.findByRole('tab', { name: 'Updates 1' })).toBeVisible()
    expect(await screen.findByText('1.0.0 installed')).toBeVisible()
    expect(rows()).toEqual(['Clock'])
    answerCall(moduleIndexes.install, () => {
      offers = []
      return { package: aPackage(), version: '1.1.0', isActive: true }
    })
    await user.click(screen.getByRole('button', { name: 'Update Clock 1.1.0' }))
    await waitForText('Clock 1.1.0 is running')
    expect(await screen.findByText('All that is installed is up to date.')).toBeVisible()
  })

  test('by another publisher asks for consent, and shows the server’s refusal', async () => {
    const offer = { version: '1.1.0', size: 12_000, permissions: noPermissions, publisher: OTHER_KEY }
    offers = [anOffer({ offer, installed: '1.0.0', isUpdate: true, isOtherPublisher: true, acceptedPublisher: KEY })]
    const { user } = await openTab(/Updates/)
    await user.click(await screen.findByRole('button', { name: 'Update Clock 1.1.0' }))
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Clock by another publisher' }))
    answerCall(moduleIndexes.install, () => {
      throw new ApiError(502, 'The package could not be fetched: status 404')
    })
    await user.click(dialog.getByRole('button', { name: 'Accept and install' }))
    expect(await dialog.findByText('The package could not be fetched: status 404')).toBeVisible()
    let sent: unknown
    answerCall(moduleIndexes.install, ({ body }) => {
      sent = body
      return { package: aPackage(), version: '1.1.0', isActive: true }
    })
    await user.click(dialog.getByRole('button', { name: 'Accept and install' }))
    await waitFor(() => expect(sent).toEqual({ version: '1.1.0', newPublisher: OTHER_KEY }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  })
})

test('a version that its index has withdrawn shows the reason, and can’t be run', async () => {
  answerCall(modulePackages.list, () => ({ packages: [aPackage('It sends what it reads elsewhere.')] }))
  const { user } = renderApp({ path: '/marketplace' })
  await user.click(await screen.findByRole('button', { name: 'Manage Clock' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Clock' }))
  expect(dialog.getByText('Its index has withdrawn this version: It sends what it reads elsewhere.')).toBeVisible()
  expect(dialog.queryByText('Running')).toBeNull()
})
