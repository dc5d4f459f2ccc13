import { type Command, commands } from '@atalaya/contract/commands'
import { fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { applyAgentEvent } from '#web/features/agents/agents-live.ts'
import { AgentCommands } from '#web/features/agents/detail/agent-commands.tsx'
import { aCommand } from '#web/features/agents/testing/a-command.ts'
import { renderElement, startSession } from '#web/testing/render.tsx'
import { answerCall } from '#web/testing/server.ts'

const aNumberedCommand = (n: number) =>
  aCommand({ commandId: `c${n}`, command: `job-${n}`, status: 'succeeded', exitCode: 0 })

/** Commands of the agent on the server, newest first. */
let history: Command[]
beforeEach(() => {
  startSession()
  history = Array.from({ length: 11 }, (_, n) => aNumberedCommand(11 - n))
  answerCall(commands.listOfAgent, ({ query: { page = 1, pageSize = 10 } }) => ({
    commands: history.slice((page - 1) * pageSize, page * pageSize),
    pagination: { total: history.length, current: page, pages: Math.ceil(history.length / pageSize), pageSize },
  }))
})

async function openSecondPage() {
  const app = renderElement(<AgentCommands agentId="a" />)
  await screen.findByText('job-11')
  fireEvent.click(screen.getByRole('button', { name: 'Next' }))
  await screen.findByText('job-1')
  return {
    ...app,
    receiveUpdate: (command: Command) => applyAgentEvent(app.client, { type: 'command.updated', data: command }),
  }
}

test('a new command moves the history under the reader, who stays on the second page', async () => {
  const { receiveUpdate } = await openSecondPage()
  history.unshift(aNumberedCommand(12))
  receiveUpdate(aNumberedCommand(12))
  await screen.findByText('job-2')
  expect(screen.getByText('job-1')).toBeVisible()
  expect(screen.getByText('Pages 2 of 2')).toBeVisible()
})

test('the reader of a second page that became empty sees the first page', async () => {
  const { receiveUpdate } = await openSecondPage()
  history = [aNumberedCommand(12), ...history.slice(0, 9)]
  receiveUpdate(aNumberedCommand(12))
  await screen.findByText('job-12')
  expect(screen.queryByText('No commands yet')).toBeNull()
})
