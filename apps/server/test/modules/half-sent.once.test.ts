// Uploads of packages that are sent slowly, half, and while other things happen.
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { modulePackages } from '@atalaya/contract/module-packages'
import { users } from '@atalaya/contract/users'
import { heldMb } from '@atalaya/testbed/held-memory'
import { clockArchive } from '@atalaya/testbed/module-archives'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

const MIB = 2 ** 20

let it: TestApp
let port: number
let root: string
beforeAll(async () => {
  it = await createTestApp()
  port = Number(new URL(await it.listen()).port)
  root = (await it.signUp('root')).tokens.accessToken
})
afterAll(() => it.close())

/** Resolves when the server has let the next caller in. */
function nextLetIn(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const { requests } = it.app
  const { know } = requests
  requests.know = (request) => {
    requests.know = know
    know(request)
    resolve()
  }
  return promise
}

/** Begins an upload of so many bytes in all, and sends the first ones. */
async function begin(token: string, length: number, first: Buffer): Promise<Socket> {
  const socket = connect(port, '127.0.0.1').on('error', () => {})
  await once(socket, 'connect')
  const letIn = nextLetIn()
  socket.write(
    [
      `POST ${modulePackages.install.path} HTTP/1.1`,
      ...['Host: 127.0.0.1', 'Connection: close', `Authorization: Bearer ${token}`],
      ...['Content-Type: multipart/form-data; boundary=x', `Content-Length: ${length}`],
      '\r\n',
    ].join('\r\n'),
  )
  await letIn
  await new Promise((sent) => socket.write(first, sent))
  return socket
}

const form = (archive: Buffer) =>
  Buffer.concat([
    Buffer.from('--x\r\nContent-Disposition: form-data; name="file"; filename="a.tgz"\r\n\r\n'),
    archive,
    Buffer.from('\r\n--x--\r\n'),
  ])

const installed = async () => (await it.call(modulePackages.list, {}, root)).body.data.packages

test('who is an administrator no more when the last byte arrives installs nothing', async () => {
  const { user, tokens } = await it.signUp('helper')
  await it.call(users.setRole, { params: { id: user._id }, body: { role: 'admin' } }, root)
  const body = form(clockArchive({}))
  const socket = await begin(tokens.accessToken, body.length, body.subarray(0, 100))
  await it.call(users.setRole, { params: { id: user._id }, body: { role: 'user' } }, root)
  socket.write(body.subarray(100))
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 403 /)
  expect(await installed()).toEqual([])
})

test('forty that end in the middle leave nothing behind, and the next one is installed', async () => {
  const half = form(Buffer.alloc(4 * MIB)).subarray(0, 4 * MIB)
  const before = heldMb()
  for (let n = 0; n < 40; n++) (await begin(root, 2 * half.length, half)).destroy()
  await expect.poll(() => new Promise((count) => it.app.server.getConnections((_error, n) => count(n)))).toBe(0)
  await expect.poll(heldMb).toBeLessThan(before + 8)
  const body = form(clockArchive({}))
  const socket = await begin(root, body.length, body)
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 /)
})
