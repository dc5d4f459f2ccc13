import { agents } from '@atalaya/contract/agents'
import { dashboard, type Page } from '@atalaya/contract/dashboard'
import { modules } from '@atalaya/contract/modules'
import { type PageFile, pageArchive } from '@atalaya/contract/page-archive'
import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { anAgent } from '#web/features/agents/testing/an-agent.ts'
import { ApiError } from '#web/lib/calls/api-error.ts'
import { aPage } from '#web/testing/boards.ts'
import { aMeta } from '#web/testing/modules.ts'
import { renderApp, startSession } from '#web/testing/render.tsx'
import { answerCall } from '#web/testing/server.ts'

const createdPage = aPage({ _id: 'made', name: 'Operations' })
let sentFile: PageFile | undefined

beforeEach(() => {
  startSession()
  sentFile = undefined
  answerCall(modules.list, () => ({ modules: [aMeta({ id: 'agent-chart', name: 'Chart' })] }))
  const pagination = { total: 1, current: 1, pages: 1, pageSize: 2 }
  answerCall(agents.list, () => ({ agents: [anAgent({ agentId: 'attic' })], pagination }))
  answerCall(pageArchive.import, ({ body }) => {
    sentFile = body
    answerCall(dashboard.list, () => ({ pages: [createdPage] }))
    return { page: createdPage }
  })
})

function open(pages: Page[]) {
  answerCall(dashboard.list, () => ({ pages }))
  return renderApp({ path: '/dashboard' })
}

test("a user without pages can use a ready page, filled with one of the user's agents", async () => {
  const { user } = open([])
  const card = within(await screen.findByRole('listitem', { name: 'Operations' }))
  expect(await card.findByRole('img', { name: 'Operations: Chart, Chart' })).toBeVisible()
  await user.click(card.getByRole('button', { name: 'Use Operations' }))
  expect(await screen.findByRole('heading', { level: 2, name: 'Operations' })).toBeVisible()
  expect(sentFile?.modules.map(({ module, config }) => [module.name, config.agentId])).toEqual([
    ['Chart', 'attic'],
    ['Chart', 'attic'],
  ])
})

test('a user with pages finds the ready pages behind a button', async () => {
  const { user } = open([aPage()])
  await user.click(await screen.findByRole('button', { name: 'Ready pages' }))
  await user.click(await screen.findByRole('button', { name: 'Use Operations' }))
  expect(await screen.findByRole('heading', { level: 2, name: 'Operations' })).toBeVisible()
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a ready page that fails is reported, and others can be tried', async () => {
  answerCall(pageArchive.import, () => {
    throw new ApiError(409, 'You have as many pages as you can have')
  })
  const { user } = open([])
  await user.click(await screen.findByRole('button', { name: 'Use Kitchen' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('You have as many pages as you can have')
  expect(screen.getByRole('button', { name: 'Use Operations' })).toBeEnabled()
})
