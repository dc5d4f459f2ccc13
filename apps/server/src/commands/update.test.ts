import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { agents } from '@atalaya/contract/agents'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type AgentProcess, agentProgram, startAgent } from '#server/testing/agent-process.ts'
import { type CommandWorld, createCommandWorld } from '#server/testing/command-world.ts'

/** The real agent; a note in its file makes it another version. */
const program = (note: string) => `import ${JSON.stringify(agentProgram)}\n// ${note}\n`

let folder: string
let served: string
let installed: string
let it: CommandWorld
let id: string
let running: AgentProcess
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'atalaya-update-'))
  served = path.join(folder, 'served.mjs')
  installed = path.join(folder, 'agent.mjs')
  writeFileSync(installed, program('old'))
  it = await createCommandWorld({ agentFile: served })
  const registered = await it.register()
  id = registered.id
  running = startAgent(it.address, registered.token, it.folder, { program: installed })
})
afterEach(async () => {
  running.signal('SIGKILL')
  await running.exited
  await it.close()
  rmSync(folder, { recursive: true, force: true })
})

const ends = (command: string) => expect.poll(() => it.status(command), { timeout: 20_000 })
const version = async () =>
  (await it.call(agents.get, { params: { id } }, it.ada)).body.data.agent.machine?.version as string

test('an update has succeeded when the agent is back with the version of the server', async () => {
  writeFileSync(served, program('new'))
  await ends(await it.sendOne(id, 'ping')).toBe('succeeded')
  const before = await version()
  const update = await it.sendOne(id, 'update')
  await ends(update).toBe('succeeded')
  expect(await version()).not.toBe(before)
  expect(readFileSync(installed, 'utf8')).toBe(program('new'))
  expect(running.output()).toContain('Starting another version of myself')

  const again = await it.sendOne(id, 'update')
  await ends(again).toBe('failed')
  expect((await it.look(again)).reason).toBe('Already up to date')
})

test("a version that does not even start takes nobody's place", async () => {
  writeFileSync(served, 'this is no program\n')
  const update = await it.sendOne(id, 'update')
  await ends(update).toBe('failed')
  expect((await it.look(update)).reason).toContain('Command failed')
  expect(readFileSync(installed, 'utf8')).toBe(program('old'))
  await ends(await it.sendOne(id, 'ping')).toBe('succeeded')
})
