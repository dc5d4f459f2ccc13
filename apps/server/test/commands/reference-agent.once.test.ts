import { type AgentProcess, startAgent } from '@atalaya/testbed/agent-process'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type CommandWorld, createCommandWorld } from '#test/support/command-world.ts'

let it: CommandWorld
let id: string
let agent: AgentProcess
beforeEach(async () => {
  it = await createCommandWorld()
  const registered = await it.register()
  id = registered.id
  agent = startAgent(it.address, registered.token, it.folder)
})
afterEach(async () => {
  agent.signal('SIGKILL')
  await agent.exited
  await it.close()
})

const pollStatus = (command: string) => expect.poll(() => it.status(command), { timeout: 20_000 })

test('a real agent runs harmless commands, and refuses those that its machine has not allowed', async () => {
  const [ping, diagnose, invalid, notAllowed] = [
    await it.sendOne(id, 'ping'),
    await it.sendOne(id, 'diagnose'),
    await it.sendOne(id, 'set-interval', { args: { seconds: 0 } }),
    await it.sendOne(id, 'run-action', { args: { name: 'anything' } }),
  ]
  await pollStatus(notAllowed).toBe('rejected')
  await pollStatus(ping).toBe('succeeded')
  expect(await it.readCommand(ping)).toMatchObject({ output: 'pong' })
  expect(JSON.parse((await it.readCommand(diagnose)).output ?? '')).toMatchObject({ node: process.versions.node })
  expect(await it.readCommand(invalid)).toMatchObject({
    status: 'rejected',
    reason: 'seconds is a whole number from 1 to 3600',
  })
})

test('a restart succeeds once the agent reconnects as a new run, and the next command runs', async () => {
  const restart = await it.sendOne(id, 'restart')
  const next = await it.sendOne(id, 'report-now')
  await pollStatus(next).toBe('succeeded')
  expect(await it.readCommand(restart)).toMatchObject({ status: 'succeeded', attempt: 1 })
  await expect.poll(() => agent.output().match(/Connected to/g)).toHaveLength(2)
})
