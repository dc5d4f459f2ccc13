import { afterEach, beforeEach, expect, test } from 'vitest'
import { type CommandWorld, createCommandWorld, finish, startNext } from '#test/support/command-world.ts'

let world: CommandWorld
beforeEach(async () => {
  world = await createCommandWorld()
})
afterEach(() => world.close())

test.each([
  ['NUL characters in its output', { output: 'a\0b\0' }, { status: 'succeeded', output: 'a\ufffdb\ufffd' }],
  ['a NUL character in its reason', { status: 'failed', reason: 'a\0b' }, { status: 'failed', reason: 'a\ufffdb' }],
  ['an exit code of Windows', { status: 'failed', exitCode: 3_221_225_477 }, { exitCode: -1_073_741_819 }],
  ['the largest exit code', { status: 'failed', exitCode: 4_294_967_295 }, { exitCode: -1 }],
  ['a number that is no exit code', { status: 'failed', exitCode: 4_294_967_296 }, { exitCode: null }],
  ['a signed exit code', { status: 'failed', exitCode: -2_147_483_648 }, { exitCode: -2_147_483_648 }],
])('a result with %s is stored and acknowledged', async (_what, result, shown) => {
  const { id, token } = await world.register()
  const client = await world.connect(token)
  const commandId = await world.sendOne(id)
  await startNext(client)
  await finish(client, commandId, result)
  expect(await world.readCommand(commandId)).toMatchObject(shown)
})
