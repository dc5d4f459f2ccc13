import { dashboard, type Page } from '@atalaya/contract/dashboard'
import { MutationObserver, type MutationOptions, QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import {
  applyToPages,
  createPage,
  editPage,
  installModule,
  pagesQuery,
  removePage,
  reorderPages,
  saveEdit,
} from '#web/features/boards/boards.queries.ts'
import { ApiError } from '#web/lib/calls/api-error.ts'
import { createQueryClient } from '#web/lib/calls/query-client.ts'
import { aModule, aPage } from '#web/testing/boards.ts'
import { startSession } from '#web/testing/render.tsx'
import { answerCall } from '#web/testing/server.ts'

const home = aPage()
const office = aPage({ _id: 'office', name: 'Office', slug: 'office', active: false, order: 1 })
const names = (pages: readonly Page[] | undefined) => pages?.map(({ name }) => name)

/** Client with two pages in its cache; `receive` delivers a newer Home. */
function createPagesClient() {
  startSession()
  const client = createQueryClient()
  client.setQueryData(pagesQuery.queryKey, [home, office])
  return {
    client,
    pages: () => client.getQueryData(pagesQuery.queryKey),
    receive: () => applyToPages(client, { type: 'page.updated', data: { ...home, version: 9, name: 'Hall' } }),
    change: <D, E extends Error, V>(options: MutationOptions<D, E, V>, variables: V) =>
      new MutationObserver(client, options).mutate(variables),
  }
}

test('the answer to a new order does not undo a newer event', async () => {
  const { client, pages, receive, change } = createPagesClient()
  answerCall(dashboard.reorder, () => {
    receive()
    return {
      pages: [
        { ...office, order: 0, version: 2 },
        { ...home, order: 1, version: 2 },
      ],
    }
  })
  await change(reorderPages(client), ['office', 'home'])
  expect(pages()).toMatchObject([
    { name: 'Hall', version: 9 },
    { name: 'Office', order: 0 },
  ])
})

test('the answer to an edit or an added module does not undo a newer event', async () => {
  const { client, pages, receive, change } = createPagesClient()
  const old = { ...home, version: 2 }
  answerCall(dashboard.removeModule, () => {
    receive()
    return { page: old }
  })
  await change(saveEdit(client, 'home'), { kind: 'remove', id: 'a' })
  expect(names(pages())).toEqual(['Hall', 'Office'])
  answerCall(dashboard.install, () => ({ page: old, module: aModule('a', [0, 0, 2, 2]) }))
  await change(installModule(client), { pageId: 'home', moduleId: 'agent-status', config: {} })
  expect(names(pages())).toEqual(['Hall', 'Office'])
})

test('the edits of one page are sent one after the other, independent of other pages', async () => {
  const { client, change } = createPagesClient()
  const requests: string[] = []
  const answers: (() => void)[] = []
  answerCall(dashboard.removeModule, ({ params }) => {
    requests.push(params.moduleId)
    return new Promise((resolve) => answers.push(() => resolve({ page: home })))
  })
  const remove = (pageId: string, id: string) => change(saveEdit(client, pageId), { kind: 'remove', id })
  const saved = [remove('home', 'first'), remove('home', 'second'), remove('office', 'other')]
  await expect.poll(() => requests).toEqual(['first', 'other'])
  answers[0]?.()
  await expect.poll(() => requests).toEqual(['first', 'other', 'second'])
  for (const answer of answers) answer()
  await Promise.all(saved)
})

test('a refused edit reloads the pages from the server', async () => {
  const { client, change } = createPagesClient()
  const refuse = () => {
    throw new ApiError(409, 'No')
  }
  answerCall(dashboard.reorder, refuse)
  answerCall(dashboard.removeModule, refuse)
  const isStale = () => client.getQueryState(pagesQuery.queryKey)?.isInvalidated
  await expect(change(reorderPages(client), ['office', 'home'])).rejects.toThrow('No')
  expect(isStale()).toBe(true)
  client.setQueryData(pagesQuery.queryKey, [home, office])
  await expect(change(saveEdit(client, 'home'), { kind: 'remove', id: 'a' })).rejects.toThrow('No')
  expect(isStale()).toBe(true)
})

test('a new page is listed and a removed one not, even if the list can not be read again', async () => {
  const { client, pages, change } = createPagesClient()
  answerCall(dashboard.list, () => {
    throw new ApiError(403, 'No')
  })
  const unsubscribe = new QueryObserver(client, pagesQuery).subscribe(() => undefined)
  answerCall(dashboard.create, () => ({ page: aPage({ _id: 'garden', name: 'Garden', slug: 'garden', order: 2 }) }))
  await change(createPage(client), { name: 'Garden' })
  expect(names(pages())).toEqual(['Home', 'Office', 'Garden'])
  answerCall(dashboard.remove, () => ({}))
  await change(removePage(client), 'home')
  expect(names(pages())).toEqual(['Office', 'Garden'])
  unsubscribe()
})

test('an edited page refreshes the list, because another page may have changed with it', async () => {
  const { client, change } = createPagesClient()
  answerCall(dashboard.edit, () => ({ page: { ...office, active: true, version: 2 } }))
  await change(editPage, { id: 'office', active: true })
  expect(client.getQueryState(pagesQuery.queryKey)?.isInvalidated).toBe(true)
})
