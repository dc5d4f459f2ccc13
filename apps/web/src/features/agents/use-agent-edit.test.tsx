import { agents } from '@atalaya/contract/agents'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook } from '@testing-library/react'
import { expect, onTestFinished, test } from 'vitest'
import { anAgent } from '#web/features/agents/testing/an-agent.ts'
import { useAgentEdit } from '#web/features/agents/use-agent-edit.ts'
import { createQueryClient } from '#web/lib/calls/query-client.ts'
import { startSession } from '#web/testing/render.tsx'
import { answerCall } from '#web/testing/server.ts'

const opened = { id: 'nas', name: 'nas', tags: ['home', 'rack'], behind: null }

test.each([
  [
    'a merge patch is sent without the fields that stay as they were on opening',
    { name: 'nas', tags: ['home'] },
    { tags: ['home'] },
  ],
  [
    'a JSON Patch array is sent as it is',
    [{ op: 'replace', path: '/name', value: 'nas' }],
    [{ op: 'replace', path: '/name', value: 'nas' }],
  ],
])('%s', async (_what, patch, body) => {
  startSession()
  const sent: unknown[] = []
  answerCall(agents.edit, ({ body: change }) => {
    sent.push(change)
    return { agent: anAgent() }
  })
  const client = createQueryClient()
  const { result, rerender, unmount } = renderHook((agent) => useAgentEdit(agent, () => undefined), {
    initialProps: opened,
    wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  })
  onTestFinished(unmount)
  // Somebody else renames it while the dialog is open.
  rerender({ ...opened, name: 'attic', tags: ['home'] })
  act(() => result.current.save(patch))
  await expect.poll(() => sent).toEqual([body])
})
