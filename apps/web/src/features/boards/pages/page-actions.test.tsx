import { dashboard, type Page } from '@atalaya/contract/dashboard'
import { modules } from '@atalaya/contract/modules'
import { type PageFile, pageArchive } from '@atalaya/contract/page-archive'
import { act, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { applyToPages } from '#web/features/boards/boards.queries.ts'
import { aPage } from '#web/testing/boards.ts'
import { renderApp, startSession } from '#web/testing/render.tsx'
import { savedFiles } from '#web/testing/saved-files.ts'
import { answerCall } from '#web/testing/server.ts'

const home = aPage()
const office = aPage({ _id: 'office', name: 'Office', slug: 'office', active: false, order: 1 })
const garden = aPage({ _id: 'garden', name: 'Garden', slug: 'garden', active: false, order: 2 })

let known: Page[]
beforeEach(() => {
  startSession()
  known = [home, office, garden]
  answerCall(modules.list, () => ({ modules: [] }))
  answerCall(dashboard.list, () => ({ pages: known }))
})

async function open() {
  const app = renderApp({ path: '/dashboard' })
  const choose = async (page: string, action: string) => {
    await app.user.click(await screen.findByRole('button', { name: `Actions for ${page}` }))
    await app.user.click(await screen.findByRole('menuitem', { name: action }))
  }
  await screen.findByText(/Arrange what your/)
  return { ...app, choose }
}

test('two exports that are begun one after the other are both saved, each under its own name', async () => {
  const saved = savedFiles()
  const both = Promise.withResolvers<void>()
  let requests = 0
  answerCall(pageArchive.export, async ({ params }) => {
    requests += 1
    if (requests === 2) both.resolve()
    await both.promise
    const file: PageFile = { format: 'atalaya.page', version: 1, name: params.id, description: '', modules: [] }
    return { file }
  })
  const { choose } = await open()
  await choose('Home', 'Export')
  await choose('Office', 'Export')
  await waitFor(() => expect(saved.toSorted()).toEqual(['home.atalaya.json', 'office.atalaya.json']))
})

test('of two activations the later one counts, though the first one takes long', async () => {
  const requests: string[] = []
  const first = Promise.withResolvers<void>()
  answerCall(dashboard.edit, async ({ params: { id } }) => {
    requests.push(id)
    if (id === 'office') await first.promise
    known = known.map((page) => ({ ...page, active: page._id === id }))
    return { page: { ...home, _id: id, active: true } }
  })
  const { user, client } = await open()
  await user.click(screen.getByRole('switch', { name: 'Activate Office' }))
  await user.click(screen.getByRole('switch', { name: 'Activate Garden' }))
  await waitFor(() => expect(client.isMutating()).toBe(2))
  expect(requests).toEqual(['office'])
  first.resolve()
  await waitFor(() => expect(client.isMutating()).toBe(0))
  expect(requests).toEqual(['office', 'garden'])
  expect(screen.getByRole('switch', { name: 'Activate Garden' })).toBeChecked()
  expect(screen.getByRole('switch', { name: 'Activate Office' })).not.toBeChecked()
})

test('the dialog of a page sends only the changed fields, so that a change from elsewhere stays', async () => {
  const sent: unknown[] = []
  answerCall(dashboard.edit, ({ body }) => {
    sent.push(body)
    return { page: { ...home, ...body, version: 3 } }
  })
  const { user, client, choose } = await open()
  await choose('Home', 'Edit Information')
  const name = await screen.findByLabelText('Name')
  act(() => applyToPages(client, { type: 'page.updated', data: { ...home, name: 'Haus', active: false, version: 2 } }))
  expect(name).toHaveValue('Home')
  await user.type(screen.getByLabelText('Description'), 'In the hall')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sent).toEqual([{ description: 'In the hall' }]))
})
