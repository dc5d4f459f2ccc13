import { dashboard, PAGES_MAX, type Page } from '@atalaya/contract/dashboard'
import { pageArchive } from '@atalaya/contract/page-archive'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

const DAY_MS = 24 * 60 * 60_000

let app: TestApp
let token: string
let clock = Date.parse('2026-01-01T12:00:00Z')
beforeAll(async () => {
  app = await createTestApp({ now: () => clock })
})
beforeEach(async () => {
  token = (await app.signUp()).tokens.accessToken
})
afterAll(() => app.close())

const createPage = async (name: string): Promise<Page> =>
  (await app.call(dashboard.create, { body: { name } }, token)).body.data.page
const list = async (): Promise<Page[]> => (await app.call(dashboard.list, {}, token)).body.data.pages
const remove = (id: string) => app.call(dashboard.remove, { params: { id } }, token)
const trash = async () => (await app.call(pageArchive.trash, {}, token)).body.data.pages
const restore = (id: string, callerToken = token) => app.call(pageArchive.restore, { params: { id } }, callerToken)
const install = (id: string, config = {}) =>
  app.call(dashboard.install, { params: { id }, body: { meta: { id: 'agent-status' }, config } }, token)

describe('a deleted page', () => {
  test('is in the trash and can be restored with its modules, after the other pages', async () => {
    const [home] = [await createPage('Home'), await createPage('Office')]
    await install(home._id, { agentId: 'a' })
    await remove(home._id)
    expect(await trash()).toEqual([
      {
        _id: home._id,
        name: 'Home',
        description: '',
        modules: 1,
        deletedAt: '2026-01-01T12:00:00.000Z',
        keptUntil: '2026-01-31T12:00:00.000Z',
      },
    ])
    const { page } = (await restore(home._id)).body.data
    expect(page).toMatchObject({ name: 'Home', slug: 'home', active: false, order: 2 })
    expect(page.modules).toMatchObject([{ config: { agentId: 'a' }, position: { x: 0, y: 0, w: 2, h: 2 } }])
    expect(await trash()).toEqual([])
    expect((await list()).map(({ name }) => name)).toEqual(['Office', 'Home'])
  })

  test('is restored with another slug if its own is taken', async () => {
    const home = await createPage('Home')
    await remove(home._id)
    await createPage('Home')
    expect((await restore(home._id)).body.data.page.slug).toBe('home-2')
  })

  test('is restored as the active page if it is the only one', async () => {
    const home = await createPage('Home')
    await remove(home._id)
    expect((await restore(home._id)).body.data.page.active).toBe(true)
  })

  test('can be deleted permanently', async () => {
    const home = await createPage('Home')
    expect((await app.call(pageArchive.purge, { params: { id: home._id } }, token)).status).toBe(404)
    await remove(home._id)
    expect((await app.call(pageArchive.purge, { params: { id: home._id } }, token)).status).toBe(200)
    expect((await restore(home._id)).status).toBe(404)
  })

  test('cannot be changed once it is permanently deleted, even shortly after a change', async () => {
    const home = await createPage('Home')
    const { module } = (await install(home._id)).body.data
    await remove(home._id)
    await app.call(pageArchive.purge, { params: { id: home._id } }, token)
    const params = { id: home._id, moduleId: module._id }
    expect((await app.call(dashboard.editModule, { params, body: { config: {} } }, token)).status).toBe(404)
  })

  test('cannot be seen, restored or permanently deleted by others', async () => {
    const home = await createPage('Home')
    await remove(home._id)
    const stranger = (await app.signUp()).tokens.accessToken
    expect((await restore(home._id, stranger)).status).toBe(404)
    expect((await app.call(pageArchive.purge, { params: { id: home._id } }, stranger)).status).toBe(404)
    expect((await app.call(pageArchive.trash, {}, stranger)).body.data.pages).toEqual([])
  })

  test('can be restored for exactly 30 days', async () => {
    const { tokens, user } = await app.signUp()
    token = tokens.accessToken
    const [home, other] = [await createPage('Home'), await createPage('Other')]
    await remove(home._id)
    await remove(other._id)
    clock += 30 * DAY_MS - 1
    token = (await app.signUp(user.username)).tokens.accessToken
    expect((await restore(home._id)).status).toBe(200)
    clock += 1
    expect(await trash()).toEqual([])
    expect((await restore(other._id)).status).toBe(404)
  })

  test('is removed from the trash after a hundred later deletions of its own account', async () => {
    const ofAnother = await createPage('Garden')
    await remove(ofAnother._id)
    const other = token
    token = (await app.signUp()).tokens.accessToken
    const home = await createPage('Home')
    await remove(home._id)
    for (let n = 0; n < 100; n++) {
      clock += 1000
      await remove((await createPage(`Page ${n}`))._id)
    }
    expect((await restore(home._id)).status).toBe(404)
    expect(await trash()).toHaveLength(100)
    expect((await restore(ofAnother._id, other)).status).toBe(200)
  })
})

describe('a page as a file', () => {
  const exportFile = async (id: string) =>
    (await app.call(pageArchive.export, { params: { id } }, token)).body.data.file
  const importFile = (body: object) => app.call(pageArchive.import, { body }, token)

  test('is imported as a separate page', async () => {
    const home = await createPage('Home')
    await install(home._id, { title: 'Attic' })
    const file = await exportFile(home._id)
    expect(file).toEqual({
      format: 'atalaya.page',
      version: 1,
      name: 'Home',
      description: '',
      modules: [
        {
          module: { id: 'agent-status', name: 'Agent', version: '1.0.0' },
          config: { title: 'Attic' },
          secrets: [],
          position: { x: 0, y: 0, w: 2, h: 2 },
        },
      ],
    })
    const { page } = (await importFile(file)).body.data
    expect(page).toMatchObject({
      name: 'Home',
      slug: 'home-2',
      active: false,
      modules: [{ config: { title: 'Attic' } }],
    })
    expect(page._id).not.toBe(home._id)
  })

  test('is imported completely or not at all', async () => {
    const module = { module: { id: 'agent-status', name: 'Agent' }, config: {}, position: { x: 0, y: 0, w: 2, h: 2 } }
    const file = { format: 'atalaya.page', version: 1, name: 'Home', modules: [module] }
    const unknown = { ...module, module: { id: 'nothing', name: 'Nothing' }, position: { x: 2, y: 0, w: 1, h: 1 } }
    const replies = [
      await importFile({ ...file, modules: [module, unknown] }),
      await importFile({ ...file, modules: [module, module] }),
      await importFile({ ...file, version: 2 }),
      await importFile({ ...file, format: 'something else' }),
    ]
    expect(replies.map((reply) => reply.status)).toEqual([404, 400, 400, 400])
    expect(replies[0]?.body.error).toBe('The module Nothing is not in the catalogue')
    expect(await list()).toEqual([])
    expect((await importFile(file)).body.data.page.active).toBe(true)
  })

  test('gets the module’s defaults for missing fields', async () => {
    const module = { module: { id: 'agent-chart', name: 'Chart' }, config: { range: '7 days' } }
    const modules = [{ ...module, position: { x: 0, y: 0, w: 2, h: 2 } }]
    const { page } = (await importFile({ format: 'atalaya.page', version: 1, name: 'Home', modules })).body.data
    expect(page.modules[0].config).toEqual({ metric: 'cpu.percent', range: '7 days' })
  })

  test('cannot be exported by others', async () => {
    const home = await createPage('Home')
    const stranger = (await app.signUp()).tokens.accessToken
    expect((await app.call(pageArchive.export, { params: { id: home._id } }, stranger)).status).toBe(404)
  })
})

test('an account with the maximum of pages cannot create, import or restore another one', async () => {
  const first = await createPage('First')
  const { file } = (await app.call(pageArchive.export, { params: { id: first._id } }, token)).body.data
  await remove(first._id)
  for (let n = 0; n < PAGES_MAX; n++) await createPage(`Page ${n}`)
  expect((await list()).map(({ name }) => name)).toEqual(Array.from({ length: PAGES_MAX }, (_, n) => `Page ${n}`))
  const attempts = [
    () => app.call(dashboard.create, { body: { name: 'One more' } }, token),
    () => app.call(pageArchive.import, { body: file }, token),
    () => restore(first._id),
  ]
  for (const attempt of attempts) {
    const { status, body } = await attempt()
    expect([status, body.code]).toEqual([409, 'dashboard.too_many_pages'])
  }
  const [last] = (await list()).slice(-1)
  await remove(last?._id ?? '')
  expect((await restore(first._id)).status).toBe(200)
  expect(await list()).toHaveLength(PAGES_MAX)
})
