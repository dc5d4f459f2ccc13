import { type Agent, agents } from '@atalaya/contract/agents'
import { auth } from '@atalaya/contract/auth'
import { dashboard } from '@atalaya/contract/dashboard'
import { screen } from '@testing-library/react'
import { expect } from 'vitest'
import { anAgent } from '#web/features/agents/testing/an-agent.ts'
import { ada, renderApp, startSession, waitForText } from '#web/testing/render.tsx'
import { answerCall } from '#web/testing/server.ts'
import { breakResponseBodies, failAlways, holdUntil, walk } from '#web/testing/texts/walk.tsx'

const person = { ...ada, birthday: null, lastLogin: null }

walk('home', 'home shows a session without an account, its errors, and the state of the agents', async () => {
  let registered: Agent[] = []
  answerCall(agents.stats, () => ({ agentsTotal: 1, agentsOnline: 0 }))
  answerCall(dashboard.list, () => ({ pages: [] }))

  // Nothing is loaded yet, not even the account.
  startSession(person)
  localStorage.removeItem('auth_user')
  window.dispatchEvent(new StorageEvent('storage', { key: 'auth_user' }))
  answerCall(auth.me, () => new Promise(() => undefined))
  failAlways(agents.stats)
  const withoutAccount = renderApp({ path: '/' })
  await waitForText('Activate your account to get started.')
  await waitForText('Unassigned')
  withoutAccount.unmount()

  startSession(person)
  answerCall(agents.stats, () => ({ agentsTotal: 1, agentsOnline: 1 }))
  failAlways(agents.get)
  const withoutMessage = renderApp({ path: '/' })
  await waitForText('Could not load agent status: Could not retrieve agent information')
  withoutMessage.unmount()
  const restoreBodies = breakResponseBodies('/api/v1/agents/ada')
  const withUnreadableAnswers = renderApp({ path: '/' })
  await waitForText('Could not load agent status: Unknown error')
  withUnreadableAnswers.unmount()
  restoreBodies()

  answerCall(agents.get, () => ({ agents: registered }))
  holdUntil(agents.get, async () => expect((await screen.findAllByText('Loading...'))[0]).toBeVisible())
  const withoutAgents = renderApp({ path: '/' })
  await waitForText(/^You have not registered any agents yet/)
  expect(screen.getByRole('link', { name: 'Admin panel' })).toBeVisible()
  withoutAgents.unmount()
  registered = [anAgent({ user: person, status: 'offline', isOnline: false })]
  const withOfflineAgent = renderApp({ path: '/' })
  await waitForText('Your agents are currently inactive.')
  withOfflineAgent.unmount()
  registered = [anAgent({ user: person })]
  renderApp({ path: '/' })
  await waitForText('1 agent(s) running right now')
})
