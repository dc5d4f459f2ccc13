// Photos that are half sent, and photos for which the disk has no room.
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { auth } from '@atalaya/contract/auth'
import { dashboard } from '@atalaya/contract/dashboard'
import { modulePhotos, PHOTO_MAX_BYTES, type Photo } from '@atalaya/contract/module-photos'
import type { Route } from '@atalaya/contract/route'
import { someone } from '@atalaya/testbed/people'
import { expect, test } from 'vitest'
import { reportFault } from '#test/support/fault-report.ts'
import { createInstallation } from '#test/support/installation.ts'
import { largePhoto } from '#test/support/photos.ts'
import { smallDiskOf, startOnSmallDisk } from '#test/support/small-disk.ts'

const HALF_SENT = 20

/** A photo of the maximum size, different for each `n`. */
function photo(n: number): string {
  const jpeg = largePhoto(PHOTO_MAX_BYTES)
  jpeg.writeUInt16BE(0x1100 + n, jpeg.length - 100)
  return jpeg.toString('base64')
}

test.runIf(process.platform === 'linux')(
  'no incomplete photo is stored on a full disk',
  { timeout: 120_000 },
  async (context) => {
    const installation = await createInstallation()
    const server = startOnSmallDisk(installation)
    const address = await server.ready
    const disk = smallDiskOf(server, installation)

    async function call(
      { method, path }: Route,
      token: string,
      options: { params?: Record<string, string>; body?: object } = {},
    ) {
      const url = path.replace(/:(\w+)/g, (_match, key: string) => options.params?.[key] ?? '')
      const body = options.body && JSON.stringify(options.body)
      const headers = { ...(body && { 'content-type': 'application/json' }), authorization: `Bearer ${token}` }
      const reply = await fetch(`${address}${url}`, { method, headers, ...(body && { body }) })
      return { status: reply.status, ...((await reply.json()) as { message: string; data: never }) }
    }
    async function signUp(username: string): Promise<string> {
      const person = someone({ username })
      await call(auth.register, '', { body: person })
      const { username: name, password } = person
      const { data } = await call(auth.login, '', { body: { username: name, password } })
      return (data as { tokens: { accessToken: string } }).tokens.accessToken
    }
    const [token, other] = [await signUp('ada'), await signUp('bob')]
    const created = (await call(dashboard.create, token, { body: { name: 'Hall' } })).data as { page: { _id: string } }
    const options = { params: { id: created.page._id }, body: { meta: { id: 'photos' } } }
    const widgetId = ((await call(dashboard.install, token, options)).data as { module: { _id: string } }).module._id
    const photos = async () =>
      ((await call(modulePhotos.list, token, { params: { widgetId } })).data as { photos: Photo[] }).photos
    const add = (n: number) => call(modulePhotos.add, token, { params: { widgetId }, body: { jpeg: photo(n) } })
    const pictureOf = async (photoId: string) =>
      ((await call(modulePhotos.read, token, { params: { widgetId, photoId } })).data as { picture: string }).picture
    /** Statuses of a read and a change by another user. */
    const askAsOther = async () => [
      (await call(dashboard.list, other)).status,
      (await call(auth.editMe, other, { body: { name: 'Bob' } })).status,
    ]

    /** Begins to send a photo; `rest` is what is still to come. */
    async function begin(n: number): Promise<{ socket: Socket; rest: string }> {
      const body = JSON.stringify({ jpeg: photo(n) })
      const { hostname, port } = new URL(address)
      const socket = connect(Number(port), hostname).on('error', () => {})
      await once(socket, 'connect')
      const half = body.length / 2
      socket.write(
        [
          `POST ${modulePhotos.add.path.replace(':widgetId', widgetId)} HTTP/1.1`,
          ...[`Host: ${hostname}:${port}`, 'Connection: close', `Authorization: Bearer ${token}`],
          ...['Content-Type: application/json', `Content-Length: ${body.length}`, '\r\n'],
        ].join('\r\n'),
      )
      await new Promise((sent) => socket.write(body.slice(0, half), sent))
      return { socket, rest: body.slice(half) }
    }

    const files = () => readdirSync(disk.inside).sort()
    const before = files()
    const begun = await Promise.all(Array.from({ length: HALF_SENT }, (_, n) => begin(n)))
    expect(await askAsOther()).toEqual([200, 200])
    for (const { socket } of begun) socket.destroy()
    expect(await askAsOther()).toEqual([200, 200])
    expect([await photos(), files()]).toEqual([[], before])

    const late = await begin(HALF_SENT)
    disk.leaveFree(0)
    let stored = 0
    let last = await add(stored)
    // The log of the database still has room for some.
    for (; last.status === 200; last = await add(stored)) stored += 1
    expect(last).toMatchObject({ status: 503, message: expect.stringMatching(/^The disk is full;/) })
    late.socket.write(late.rest)
    expect(await text(late.socket)).toMatch(/^HTTP\/1\.1 503 .*The disk is full;/s)
    const photosWhenFull = await photos()
    expect(photosWhenFull).toHaveLength(stored)
    expect((await call(dashboard.list, other)).status).toBe(200)

    disk.empty()
    await expect.poll(async () => (await add(stored)).status).toBe(200)
    const photosAfterwards = await photos()
    expect(photosAfterwards.slice(0, stored)).toEqual(photosWhenFull)
    for (const [n, { id }] of photosAfterwards.entries())
      expect(await pictureOf(id)).toBe(`data:image/jpeg;base64,${photo(n)}`)
    expect(await askAsOther()).toEqual([200, 200])
    expect(files()).toEqual([...before, 'filler'].sort())
    reportFault(context, {
      fault: `${HALF_SENT} photos are half sent and cut off; then the disk of the data folder fills up (tmpfs) while one is half sent`,
      expected:
        'Nothing is left of half a photo, others go on; without room 503 *The disk is full*, with room again all goes on',
      measured: 'So, and the photos that still found room in the log are whole',
    })
  },
)
