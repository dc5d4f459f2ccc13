import { agents } from '@atalaya/contract/agents'
import { screen } from '@testing-library/react'
import { expect } from 'vitest'
import { anAgent } from '#web/features/agents/testing/an-agent.ts'
import { renderApp, startSession, waitForText } from '#web/testing/render.tsx'
import { answerCall } from '#web/testing/server.ts'
import { failAlways, failWithoutMessage, walk } from '#web/testing/texts/walk.tsx'

walk('my-agents', 'an agent that can not be registered or read is reported with the reason', async () => {
  startSession()
  failAlways(agents.get)
  const { unmount } = renderApp({ path: '/agents/some-agent' })
  await waitForText('Cant get agents for user')
  unmount()

  const made: ReturnType<typeof anAgent>[] = []
  answerCall(agents.get, () => ({ agents: made }))
  answerCall(agents.list, () => ({
    agents: made,
    pagination: { total: made.length, current: 1, pages: 1, pageSize: 10 },
  }))
  answerCall(agents.register, () => {
    made.push(anAgent())
    return { agent: anAgent(), token: 'ag_token' }
  })
  const { user } = renderApp({ path: '/agents' })
  await user.click((await screen.findAllByRole('button', { name: 'Register agent' }))[0] ?? document.body)
  failWithoutMessage(agents.register)
  const register = await screen.findByRole('button', { name: 'Register' })
  await user.click(register)
  expect(await screen.findByRole('alert')).toHaveTextContent('No se pudo registrar el agente')
  failAlways(agents.latest)
  await user.click(register)
  await screen.findByRole('dialog', { name: /^Run / })
  await user.keyboard('{Escape}')
  await waitForText('No se pudo obtener el último dato')
})
