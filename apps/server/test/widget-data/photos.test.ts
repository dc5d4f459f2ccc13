import { dashboard } from '@atalaya/contract/dashboard'
import {
  modulePhotos,
  PHOTO_MAX_BYTES,
  PHOTOS_MAX,
  PHOTOS_MAX_BYTES,
  type Photo,
} from '@atalaya/contract/module-photos'
import { pageArchive } from '@atalaya/contract/page-archive'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { largePhoto, metadataTexts, phonePhoto, photoOf } from '#test/support/photos.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

let app: TestApp
let token: string
let pageId: string
let widgetId: string
beforeEach(async () => {
  app = await createTestApp()
  token = (await app.signUp()).tokens.accessToken
  pageId = (await app.call(dashboard.create, { body: { name: 'Hall' } }, token)).body.data.page._id
  widgetId = await newWidget('photos')
})
afterEach(() => app.close())

async function newWidget(id: string): Promise<string> {
  const options = { params: { id: pageId }, body: { meta: { id } } }
  return (await app.call(dashboard.install, options, token)).body.data.module._id
}
const list = async (widget = widgetId): Promise<Photo[]> =>
  (await app.call(modulePhotos.list, { params: { widgetId: widget } }, token)).body.data.photos
const add = (jpeg: Buffer | string, widget = widgetId, by = token) => {
  const body = { jpeg: typeof jpeg === 'string' ? jpeg : jpeg.toString('base64') }
  return app.call(modulePhotos.add, { params: { widgetId: widget }, body }, by)
}
const read = (photoId: string, widget = widgetId, by = token) =>
  app.call(modulePhotos.read, { params: { widgetId: widget, photoId } }, by)
const remove = (photoId: string, widget = widgetId, by = token) =>
  app.call(modulePhotos.remove, { params: { widgetId: widget, photoId } }, by)
const move = (photoId: string, before: string | null, widget = widgetId, by = token) =>
  app.call(modulePhotos.move, { params: { widgetId: widget, photoId }, body: { before } }, by)
/** Adds four photos, with short names for their ids. */
async function addFourPhotos() {
  const ids: string[] = []
  for (const side of [1, 2, 3, 4]) ids.push((await add(photoOf(side, side))).body.data.photo.id)
  const nameOf = (id: string) => 'abcd'[ids.indexOf(id)] ?? 'new'
  return {
    idOf: (name: string) => ids['abcd'.indexOf(name)] ?? '',
    order: async (widget = widgetId) => (await list(widget)).map(({ id }) => nameOf(id)).join(''),
  }
}
const bytesOf = (picture: string) => Buffer.from(picture.slice('data:image/jpeg;base64,'.length), 'base64')
const copy = (moduleId: string, to = pageId) =>
  app.call(dashboard.copyModule, { params: { id: to }, body: { moduleId: moduleId } }, token)
/** Stores a large photo, so that the account has room for only this many more bytes. */
const leaveRoom = (widget: string, bytes: number) =>
  app.withDatabase((db) => {
    const row = {
      widget_id: widget,
      id: 'large',
      sort: 1,
      width: 1,
      height: 1,
      size: PHOTOS_MAX_BYTES - bytes,
      jpeg: '',
    }
    return db.insertInto('widget_photos').values(row).execute()
  })

describe('a photo', () => {
  test('is kept with its widget, in the order of adding, and outlives a restart', async () => {
    const [one, two] = [photoOf(640, 480), photoOf(300, 400)]
    for (const jpeg of [one, two]) expect((await add(jpeg)).status).toBe(200)
    await app.restart()
    const photos = await list()
    expect(photos).toMatchObject([
      { width: 640, height: 480, size: one.length },
      { width: 300, height: 400, size: two.length },
    ])
    const { body } = await read(photos[1]?.id ?? '')
    expect(bytesOf(body.data.picture)).toEqual(two)
  })

  test('is stored without the metadata of the phone', async () => {
    const { photo } = (await add(phonePhoto())).body.data
    const bytes = bytesOf((await read(photo.id)).body.data.picture)
    expect(metadataTexts.filter((text) => bytes.includes(text))).toEqual([])
    const rows = await app.withDatabase((db) => db.selectFrom('widget_photos').select('jpeg').execute())
    const stored = rows.map(({ jpeg }) => Buffer.from(jpeg, 'base64').toString('latin1')).join()
    expect(metadataTexts.filter((text) => stored.includes(text))).toEqual([])
  })

  test('is stored once when it is sent twice', async () => {
    for (let n = 0; n < 2; n++) expect((await add(photoOf())).status).toBe(200)
    expect(await list()).toHaveLength(1)
  })

  test('can be removed once', async () => {
    const { photo } = (await add(photoOf())).body.data
    expect((await remove(photo.id)).status).toBe(200)
    expect(await list()).toEqual([])
    expect([(await remove(photo.id)).status, (await read(photo.id)).body.code]).toEqual([
      404,
      'modules.photo_not_found',
    ])
  })

  test.each<[string, Buffer | string, string]>([
    ['no JPEG', Buffer.from('<svg/>'), 'This is no JPEG'],
    ['a JPEG that is cut off', photoOf().subarray(0, -2), 'This JPEG is damaged or cut off'],
    [
      '40,000 × 40,000 pixels',
      photoOf(40_000, 40_000),
      'A photo has at most 4096 × 4096 pixels, this one 40000 × 40000',
    ],
    ['more than 750 KiB', largePhoto(PHOTO_MAX_BYTES + 3), 'A photo has at most 750 KiB'],
    ['no Base64', '???', 'A photo is sent as Base64'],
  ])('%s is refused', async (_name, jpeg, error) => {
    const { status, body } = await add(jpeg)
    expect([status, body.error]).toEqual([400, error])
    expect(await list()).toEqual([])
  })

  test('can not be seen, added or removed by other users', async () => {
    const { photo } = (await add(photoOf())).body.data
    const other = (await app.signUp()).tokens.accessToken
    const answers = await Promise.all([
      app.call(modulePhotos.list, { params: { widgetId } }, other),
      read(photo.id, widgetId, other),
      add(photoOf(1, 1), widgetId, other),
      remove(photo.id, widgetId, other),
    ])
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404])
    expect(await list()).toHaveLength(1)
  })

  test('is refused for modules without photos, and is not shown by another widget', async () => {
    const { photo } = (await add(photoOf())).body.data
    const todo = await newWidget('todo')
    expect((await add(photoOf(), todo)).body.code).toBe('modules.no_photos')
    expect((await read(photo.id, await newWidget('photos'))).status).toBe(404)
  })
})

describe('photos are put in order', () => {
  test.each<[string, string, string | null, string]>([
    ['to the front', 'c', 'a', 'cabd'],
    ['one place up', 'c', 'b', 'acbd'],
    ['one place down', 'b', 'd', 'acbd'],
    ['to the end', 'a', null, 'bcda'],
    ['before the one that follows', 'b', 'c', 'abcd'],
    ['before itself', 'b', 'b', 'abcd'],
  ])('%s, and keep the order after a restart', async (_name, moved, before, order) => {
    const photos = await addFourPhotos()
    expect((await move(photos.idOf(moved), before && photos.idOf(before))).status).toBe(200)
    await app.restart()
    expect(await photos.order()).toBe(order)
  })

  test('around gaps of removed photos, and new photos and copies follow that order', async () => {
    const photos = await addFourPhotos()
    await remove(photos.idOf('b'))
    await move(photos.idOf('d'), photos.idOf('a'))
    await add(photoOf(9, 9))
    expect(await photos.order()).toBe('dacnew')
    await move(photos.idOf('d'), null)
    const { module } = (await copy(widgetId)).body.data
    expect([await photos.order(), await photos.order(module._id)]).toEqual(['acnewd', 'acnewd'])
  })

  test('by two screens at once, and both moves are kept', async () => {
    const photos = await addFourPhotos()
    const moves = [move(photos.idOf('a'), null), move(photos.idOf('d'), photos.idOf('b')), add(photoOf(9, 9))]
    expect((await Promise.all(moves)).map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await photos.order()).toMatch(/^dbc(anew|newa)$/)
  })

  test('by their owner only, and only next to existing photos', async () => {
    const photos = await addFourPhotos()
    const [a, b, d] = [photos.idOf('a'), photos.idOf('b'), photos.idOf('d')]
    const other = (await app.signUp()).tokens.accessToken
    expect((await move(d, a, widgetId, other)).status).toBe(404)
    await remove(b)
    const missing = [404, 'modules.photo_not_found']
    for (const [moved, before] of [
      [b, a],
      [d, b],
      [b, null],
    ] as const) {
      const { status, body } = await move(moved, before)
      expect([status, body.code]).toEqual(missing)
    }
    const empty = await newWidget('photos')
    expect((await move(d, null, empty)).body.code).toBe('modules.photo_not_found')
    expect(await photos.order()).toBe('acd')
  })
})

describe('the limit of photos is', () => {
  test(`${PHOTOS_MAX} per widget`, async () => {
    for (let n = 1; n <= PHOTOS_MAX; n++) await add(photoOf(n, n))
    const { status, body } = await add(photoOf(999, 999))
    expect([status, body.error]).toEqual([409, 'A widget has at most 60 photos; remove some first'])
    expect(await list()).toHaveLength(PHOTOS_MAX)
  })

  test('50 MiB per account, including copies and deleted pages', async () => {
    const photo = photoOf()
    await leaveRoom(widgetId, photo.length)
    const other = await newWidget('photos')
    const refusal = [409, 'All your photos together may take 50 MB; remove some first']
    const expectFull = async (answer: ReturnType<typeof add>) => {
      const { status, body } = await answer
      expect([status, body.error]).toEqual(refusal)
    }
    await expectFull(copy(widgetId))
    expect((await add(photo, other)).status).toBe(200)
    await expectFull(add(photoOf(1, 1), other))
    await app.call(dashboard.remove, { params: { id: pageId } }, token)
    const deleted = pageId
    pageId = (await app.call(dashboard.create, { body: { name: 'Den' } }, token)).body.data.page._id
    const third = await newWidget('photos')
    await expectFull(add(photo, third))
    await app.call(pageArchive.purge, { params: { id: deleted } }, token)
    expect((await add(photo, third)).status).toBe(200)
  })

  test('50 MiB per account, even if two copies are made at once', async () => {
    await leaveRoom(widgetId, PHOTOS_MAX_BYTES / 2)
    const den = (await app.call(dashboard.create, { body: { name: 'Den' } }, token)).body.data.page._id
    const answers = await Promise.all([copy(widgetId), copy(widgetId, den)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  })
})

test('a copied widget has separate copies, and photos are removed with their widget', async () => {
  const { photo } = (await add(photoOf())).body.data
  const { module } = (await copy(widgetId)).body.data
  await remove(photo.id)
  expect(await list(module._id)).toEqual([photo])
  await app.call(dashboard.removeModule, { params: { id: pageId, moduleId: module._id } }, token)
  expect(await app.withDatabase((db) => db.selectFrom('widget_photos').select('id').execute())).toEqual([])
})
