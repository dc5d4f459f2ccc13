import { agents } from '@atalaya/contract/agents'
import { expect, onTestFinished, test } from 'vitest'
import { createTestApp } from '#test/support/test-app.ts'

test('simultaneous edits of an agent’s name and of its tags are both kept', async () => {
  const it = await createTestApp()
  onTestFinished(it.close)
  const admin = (await it.signUp()).tokens.accessToken
  const ada = (await it.signUp()).tokens.accessToken
  const { agent } = (await it.call(agents.register, { body: { name: 'old', tags: ['old'] } }, ada)).body.data
  const params = { id: agent.agentId }
  const edit = (body: object, token: string) => it.call(agents.edit, { params, body }, token)

  const edited = await Promise.all([edit({ name: 'new' }, ada), edit({ tags: ['new'] }, admin)])
  expect(edited.map(({ status }) => status)).toEqual([200, 200])
  const after = (await it.call(agents.get, { params }, ada)).body.data.agent
  expect(after).toMatchObject({ name: 'new', tags: ['new'] })
})
