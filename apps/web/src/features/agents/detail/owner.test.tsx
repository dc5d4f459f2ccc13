import { agents } from '@atalaya/contract/agents'
import { users } from '@atalaya/contract/users'
import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { AgentHeader } from '#web/features/agents/detail/agent-header.tsx'
import { BlockedOwnerNotice } from '#web/features/agents/detail/owner.tsx'
import { anAgent } from '#web/features/agents/testing/an-agent.ts'
import { ada, bea, renderApp, startSession } from '#web/testing/render.tsx'
import { answerCall } from '#web/testing/server.ts'

const ofBea = { ...anAgent().user, _id: bea._id, username: 'bea' }
const away = { status: 'offline' as const, isOnline: false }

beforeEach(() => startSession())

function open(agent: ReturnType<typeof anAgent>) {
  answerCall(agents.get, () => ({ agent }))
  const element = (
    <>
      <AgentHeader agent={agent} onOpen={() => undefined} />
      <BlockedOwnerNotice agent={agent} />
    </>
  )
  return renderApp({ path: '/', routes: [{ path: '*', element }] })
}

test("an administrator sees the owner of another person's agent, and the way to all agents of that owner", async () => {
  open(anAgent({ user: ofBea }))
  const link = await screen.findByRole('link', { name: 'bea' })
  expect(link).toHaveAttribute('href', '/admin/agents?ownerId=bea')
})

test("the user's own agent names no owner", async () => {
  open(anAgent({ user: { ...ofBea, _id: ada._id, username: 'ada' } }))
  await screen.findByRole('heading', { name: 'nas' })
  expect(screen.queryByText('Owner')).toBeNull()
})

test('an agent that is away because the account of its owner is blocked says so', async () => {
  answerCall(users.list, () => ({ users: [ada, { ...bea, isActive: false }] }))
  open(anAgent({ user: ofBea, ...away }))
  expect(await screen.findByText(/^The account of its owner, bea, is blocked/)).toBeVisible()
})
