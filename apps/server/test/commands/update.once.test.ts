import { existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { agents } from '@atalaya/contract/agents'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createUpdateWorld, program, type UpdateWorld } from '#test/support/update-world.ts'

let it: UpdateWorld
beforeEach(async () => {
  it = await createUpdateWorld()
})
afterEach(() => it.close())

const version = async () =>
  (await it.call(agents.get, { params: { id: it.id } }, it.ada)).body.data.agent.machine?.version as string

test('an update succeeds when the agent reconnects with the server’s version', async () => {
  it.serve(program('new'))
  await it.run(program('old'))
  const before = await version()
  expect(await it.update()).toMatchObject({ status: 'succeeded' })
  expect(await version()).not.toBe(before)
  expect(it.installedProgram()).toEqual(program('new'))
  expect(it.output()).toContain('Starting another version of myself')

  expect(await it.update()).toMatchObject({ status: 'succeeded', output: 'Already up to date' })
  expect(it.output().match(/Starting another version of myself/g)).toHaveLength(1)
})

test('an agent without an update policy logs once that the default will change', async () => {
  await it.run(program('old'))
  expect(it.output().match(/Version 0\.2 will refuse that/g)).toHaveLength(1)
  expect(await it.capabilityNames()).toContain('update')
})

test('a version that does not start is not installed', async () => {
  it.serve(Buffer.from('this is no program\n'))
  await it.run(program('old'), ['--update=always'])
  expect(await it.update()).toMatchObject({ status: 'failed', reason: expect.stringContaining('Command failed') })
  expect(it.installedProgram()).toEqual(program('old'))
  expect(it.output()).not.toContain('Version 0.2')
})

test('an update killed halfway does not block the next command', async () => {
  // A silent program: its trial lasts longer than this test.
  it.serve(Buffer.from('setTimeout(() => {}, 60_000)\n'))
  await it.run(program('old'), ['--update=always'])
  const update = await it.sendOne(it.id, 'update')
  const next = await it.sendOne(it.id, 'report-now')
  await expect.poll(() => existsSync(`${it.installed}.new.mjs`)).toBe(true)
  await it.killAndStart()
  await expect.poll(() => it.status(next), { timeout: 20_000 }).toBe('succeeded')
  expect(await it.readCommand(update)).toMatchObject({ status: 'unknown', reason: 'The agent ended while it ran' })
  expect(it.installedProgram()).toEqual(program('old'))
})

test('a program of more than four megabytes is not fetched', async () => {
  it.serve(Buffer.alloc(4 * 1024 * 1024 + 1, '\n'))
  await it.run(program('old'), ['--update=always'])
  expect(await it.update()).toMatchObject({ status: 'failed', reason: 'The server sends more than 4194304 bytes' })
  expect(it.installedProgram()).toEqual(program('old'))
})

test('an update does not follow a link at the path of the new program', async () => {
  it.serve(program('new'))
  const linkTarget = path.join(it.folder, 'precious')
  writeFileSync(linkTarget, 'precious')
  symlinkSync(linkTarget, `${it.installed}.new.mjs`)
  await it.run(program('old'), ['--update=always'])
  expect(await it.update()).toMatchObject({ status: 'succeeded' })
  expect(readFileSync(linkTarget, 'utf8')).toBe('precious')
})
