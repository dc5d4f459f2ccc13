import { dashboard, type Page } from '@atalaya/contract/dashboard'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

let app: TestApp
let token: string
beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  token = (await app.signUp()).tokens.accessToken
})
afterAll(() => app.close())

const list = async (): Promise<Page[]> => (await app.call(dashboard.list, {}, token)).body.data.pages
const create = (body: object, callerToken = token) => app.call(dashboard.create, { body }, callerToken)
const createPage = async (name: string, more: object = {}): Promise<Page> =>
  (await create({ name, ...more })).body.data.page
const edit = (id: string, body: object, callerToken = token) =>
  app.call(dashboard.edit, { params: { id }, body }, callerToken)
const activeNames = async () => (await list()).filter((page) => page.active).map((page) => page.name)

describe('creating a page', () => {
  test('makes the first page active and later ones inactive', async () => {
    const [first, second] = [await createPage('Home'), await createPage('Office')]
    expect(first).toMatchObject({ name: 'Home', slug: 'home', description: '', active: true, order: 0, modules: [] })
    expect(second).toMatchObject({ active: false, order: 1 })
  })

  test('as active deactivates the previous one and raises its version', async () => {
    const home = await createPage('Home')
    const hall = await createPage('Hall')
    await createPage('Office', { active: true })
    expect(await activeNames()).toEqual(['Office'])
    const version = async ({ _id }: Page) => (await list()).find((page) => page._id === _id)?.version
    expect([await version(home), await version(hall)]).toEqual([home.version + 1, hall.version])
  })

  test.each([
    ['  Wohnzimmer  ', 'wohnzimmer'],
    ['Salón / TV 2', 'salon-tv-2'],
    ['🛰️', 'page'],
    ['客厅', '客厅'],
  ])('derives the slug of %j', async (name, slug) => {
    expect(await createPage(name)).toMatchObject({ name: name.trim(), slug })
  })

  test('numbers a derived slug that is taken', async () => {
    expect([
      (await createPage('TV')).slug,
      (await createPage('tv')).slug,
      (await createPage('T.V.', { slug: 'tv-3' })).slug,
    ]).toEqual(['tv', 'tv-2', 'tv-3'])
    expect((await createPage('TV')).slug).toBe('tv-4')
  })

  test('refuses a chosen slug that is taken by a page of the same account', async () => {
    await createPage('TV', { slug: 'tv' })
    expect(await create({ name: 'Other', slug: 'TV' })).toMatchObject({
      status: 409,
      body: { code: 'dashboard.slug_taken', error: 'Another page has this slug' },
    })
    const stranger = (await app.signUp()).tokens.accessToken
    expect((await create({ name: 'TV', slug: 'tv' }, stranger)).status).toBe(200)
  })

  test('gives 20 simultaneous pages of one name distinct slugs, and activates one', async () => {
    await Promise.all(Array.from({ length: 20 }, () => create({ name: 'TV' })))
    const pages = await list()
    expect(new Set(pages.map((page) => page.slug)).size).toBe(20)
    expect(pages.map((page) => page.order)).toEqual(Array.from({ length: 20 }, (_, n) => n))
    expect(pages.filter((page) => page.active)).toHaveLength(1)
  })

  test.each([
    [{ name: '   ' }, 'Name is required'],
    [{ name: 'x'.repeat(81) }, 'Name can have at most 80 characters'],
    [{ name: 'A', slug: 'a b' }, 'Slug can contain letters, digits and single dashes only'],
    [{ name: 'A', description: 'x'.repeat(501) }, 'Description can have at most 500 characters'],
  ])('refuses %j', async (body, error) => {
    expect(await create(body)).toMatchObject({ status: 400, body: { success: false, error } })
  })

  test('requires a signed-in user', async () => {
    expect((await app.call(dashboard.create, { body: { name: 'A' } })).status).toBe(401)
  })

  test('is refused beyond 100 pages', async () => {
    await Promise.all(Array.from({ length: 101 }, (_, n) => create({ name: `Page ${n}` })))
    expect(await list()).toHaveLength(100)
  })
})

describe('reading pages', () => {
  test('returns the active page, and a page by its slug or id', async () => {
    const page = await createPage('Home')
    expect((await app.call(dashboard.active, {}, token)).body.data.page).toEqual(page)
    expect((await app.call(dashboard.bySlug, { params: { slug: 'home' } }, token)).body.data.page).toEqual(page)
    expect((await app.call(dashboard.get, { params: { id: page._id } }, token)).body.data.page).toEqual(page)
  })

  test('returns null if no page is active', async () => {
    expect((await app.call(dashboard.active, {}, token)).body.data).toEqual({ page: null })
  })

  test('hides a page from others in every call', async () => {
    const { _id: id } = await createPage('Home')
    const stranger = (await app.signUp()).tokens.accessToken
    const replies = await Promise.all([
      app.call(dashboard.get, { params: { id } }, stranger),
      app.call(dashboard.bySlug, { params: { slug: 'home' } }, stranger),
      edit(id, { name: 'Mine' }, stranger),
      edit(id, { active: true }, stranger),
      app.call(dashboard.remove, { params: { id } }, stranger),
      app.call(dashboard.reorder, { body: { items: [{ id, order: 0 }] } }, stranger),
    ])
    expect(replies.map((reply) => reply.status)).toEqual([404, 404, 404, 404, 404, 404])
    expect(await list()).toMatchObject([{ name: 'Home', active: true }])
  })
})

describe('changing pages', () => {
  test('changes the named fields and raises the version', async () => {
    const page = await createPage('Home', { description: 'At home' })
    expect((await edit(page._id, { name: 'Hall' })).body.data.page).toEqual({ ...page, name: 'Hall', version: 2 })
    expect((await edit(page._id, {})).body.data.page).toEqual({ ...page, name: 'Hall', version: 3 })
  })

  test('refuses a slug that another page has', async () => {
    await createPage('Home')
    const { _id } = await createPage('Office')
    expect(await edit(_id, { slug: 'home' })).toMatchObject({ status: 409, body: { code: 'dashboard.slug_taken' } })
  })

  test('leaves exactly one page active after 20 simultaneous activations', async () => {
    const pages = await Promise.all(Array.from({ length: 20 }, (_, n) => createPage(`Page ${n}`)))
    const replies = await Promise.all(pages.map(({ _id }) => edit(_id, { active: true })))
    expect(replies.map((reply) => reply.status)).toEqual(Array(20).fill(200))
    expect(await activeNames()).toHaveLength(1)
  })

  test('deletes a page and frees its slug', async () => {
    const { _id: id } = await createPage('Home')
    expect((await app.call(dashboard.remove, { params: { id } }, token)).status).toBe(200)
    expect(await list()).toEqual([])
    expect((await app.call(dashboard.remove, { params: { id } }, token)).status).toBe(404)
    expect((await createPage('Home')).slug).toBe('home')
  })
})

describe('the order of pages', () => {
  const reorder = (items: { id: string; order: number }[]) => app.call(dashboard.reorder, { body: { items } }, token)

  test('is stored as sent', async () => {
    const [a, b, c] = [await createPage('A'), await createPage('B'), await createPage('C')]
    const reply = await reorder([
      { id: a._id, order: 2 },
      { id: b._id, order: 0 },
      { id: c._id, order: 1 },
    ])
    expect(reply.body.data.pages.map((page: Page) => page.name)).toEqual(['B', 'C', 'A'])
    expect((await list()).map((page) => page.name)).toEqual(['B', 'C', 'A'])
  })

  test('E3 is unchanged if a page is somebody else’s, unknown or named twice', async () => {
    const [a, b] = [await createPage('A'), await createPage('B')]
    const stranger = (await app.signUp()).tokens.accessToken
    const foreign = (await create({ name: 'C' }, stranger)).body.data.page
    for (const id of [foreign._id, 'nobody']) {
      const reply = await reorder([
        { id: b._id, order: 0 },
        { id, order: 1 },
      ])
      expect(reply.status).toBe(404)
    }
    const twice = await reorder([
      { id: a._id, order: 5 },
      { id: a._id, order: 6 },
    ])
    expect(twice.status).toBe(400)
    expect((await list()).map((page) => page.name)).toEqual(['A', 'B'])
  })
})
