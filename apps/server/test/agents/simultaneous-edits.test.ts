import { agents } from '@atalaya/contract/agents'
import { sql } from 'kysely'
import { expect, inject, onTestFinished, test } from 'vitest'
import { queueAtLock } from '#test/support/at-lock.ts'
import { createTestApp } from '#test/support/test-app.ts'

test('simultaneous edits of an agent’s name and of its tags are both kept', async () => {
  const it = await createTestApp()
  onTestFinished(it.close)
  const admin = (await it.signUp()).tokens.accessToken
  const ada = (await it.signUp()).tokens.accessToken
  const { agent } = (await it.call(agents.register, { body: { name: 'old', tags: ['old'] } }, ada)).body.data
  const params = { id: agent.agentId }
  const edit = (body: object, token: string) => () => it.call(agents.edit, { params, body }, token)
  const edits = [edit({ name: 'new' }, ada), edit({ tags: ['new'] }, admin)]

  const lockAgent = sql`select 1 from agents where id = ${agent.agentId} for no key update`
  const edited = await (inject('database') === 'sqlite'
    ? Promise.all(edits.map((begin) => begin()))
    : queueAtLock(it, lockAgent, edits))
  expect(edited.map(({ status }) => status)).toEqual([200, 200])
  const after = (await it.call(agents.get, { params }, ada)).body.data.agent
  expect(after).toMatchObject({ name: 'new', tags: ['new'] })
})
