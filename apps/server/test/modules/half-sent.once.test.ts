// Uploads of packages that are slow, broken off, or concurrent with other changes.
import type { Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { modulePackages } from '@atalaya/contract/module-packages'
import { users } from '@atalaya/contract/users'
import { heldMb } from '@atalaya/testbed/held-memory'
import { clockArchive } from '@atalaya/testbed/module-archives'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { beginCall } from '#test/support/half-sent.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

const MIB = 2 ** 20

let world: TestApp
let port: number
let root: string
beforeAll(async () => {
  world = await createTestApp()
  port = Number(new URL(await world.listen()).port)
  root = (await world.signUp('root')).tokens.accessToken
})
afterAll(() => world.close())

/** Begins an upload of `length` bytes and sends the first ones. */
const begin = (token: string, length: number, first: Buffer): Promise<Socket> =>
  beginCall(world, port, { ...modulePackages.install, token, type: 'multipart/form-data; boundary=x', length, first })

const form = (archive: Buffer) =>
  Buffer.concat([
    Buffer.from('--x\r\nContent-Disposition: form-data; name="file"; filename="a.tgz"\r\n\r\n'),
    archive,
    Buffer.from('\r\n--x--\r\n'),
  ])

const readPackages = async () => (await world.call(modulePackages.list, {}, root)).body.data.packages

test('an administrator demoted before the last byte installs nothing', async () => {
  const { user, tokens } = await world.signUp('helper')
  await world.call(users.setRole, { params: { id: user._id }, body: { role: 'admin' } }, root)
  const body = form(clockArchive({}))
  const socket = await begin(tokens.accessToken, body.length, body.subarray(0, 100))
  await world.call(users.setRole, { params: { id: user._id }, body: { role: 'user' } }, root)
  socket.write(body.subarray(100))
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 403 /)
  expect(await readPackages()).toEqual([])
})

test('forty interrupted uploads keep no memory, and the next package is installed', async () => {
  const half = form(Buffer.alloc(4 * MIB)).subarray(0, 4 * MIB)
  const before = heldMb()
  for (let n = 0; n < 40; n++) (await begin(root, 2 * half.length, half)).destroy()
  await expect.poll(() => new Promise((resolve) => world.app.server.getConnections((_error, n) => resolve(n)))).toBe(0)
  await expect.poll(heldMb).toBeLessThan(before + 8)
  const body = form(clockArchive({}))
  const socket = await begin(root, body.length, body)
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 /)
})
