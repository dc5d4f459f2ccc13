import { dashboard, type InstalledModule, type Page } from '@atalaya/contract/dashboard'
import type { Position } from '@atalaya/contract/grid'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

let app: TestApp
let token: string
let pageId: string
beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  token = (await app.signUp()).tokens.accessToken
  const { body } = await app.call(dashboard.create, { body: { name: 'Home' } }, token)
  pageId = body.data.page._id
})
afterAll(() => app.close())

const meta = { id: 'agent-status' }
const install = (body: object = {}, callerToken = token) =>
  app.call(dashboard.install, { params: { id: pageId }, body: { meta, ...body } }, callerToken)
const installModule = async (body: object = {}): Promise<InstalledModule> => (await install(body)).body.data.module
const editModule = (moduleId: string, body: object, callerToken = token) =>
  app.call(dashboard.editModule, { params: { id: pageId, moduleId }, body }, callerToken)
const read = async (): Promise<Page> =>
  (await app.call(dashboard.get, { params: { id: pageId } }, token)).body.data.page
const pageOf = async (callerToken: string): Promise<string> =>
  (await app.call(dashboard.create, { body: { name: 'Hall' } }, callerToken)).body.data.page._id
const positions = async () => (await read()).modules.map((module) => module.position)
const place = (x: number, y: number, w = 1, h = 1): Position => ({ x, y, w, h })

describe('putting a module on a page', () => {
  test('uses only the module’s id and takes the rest from the catalogue', async () => {
    const config = { agentId: 'a1' }
    const { body } = await install({
      meta: { id: 'agent-status', name: 'Evil', entry: 'https://evil.example' },
      config,
    })
    expect(body.data.module).toMatchObject({
      meta: { id: 'agent-status', name: 'Agent', size: { width: 2, height: 2 }, entry: 'src/index.tsx' },
      config,
      position: place(0, 0, 2, 2),
    })
    expect(body.data.page.modules).toEqual([body.data.module])
  })

  test('uses the first free place in reading order, and is refused on a full page', async () => {
    const replies = []
    for (let n = 0; n < 5; n++) replies.push(await install())
    expect(await positions()).toEqual([place(0, 0, 2, 2), place(2, 0, 2, 2), place(0, 2, 2, 2), place(2, 2, 2, 2)])
    expect(replies.at(-1)).toMatchObject({
      status: 409,
      body: { code: 'dashboard.page_full', error: 'There is no room left on this page for the module' },
    })
  })

  test.each([
    [{ size: '3x1' }, place(0, 0, 3, 1)],
    [{ size: '3x1', w: 1, h: 1 }, place(0, 0, 3, 1)],
    [{ w: 1, h: 4 }, place(0, 0, 1, 4)],
    [{ width: 4, height: 1 }, place(0, 0, 4, 1)],
    [{ size: '9x9' }, place(0, 0, 4, 5)],
    [{ size: 'large' }, place(0, 0, 2, 2)],
  ])('uses the size in the configuration %j', async (config, position) => {
    expect((await installModule({ config })).position).toEqual(position)
  })

  test('accepts a free place and refuses an occupied one', async () => {
    expect((await installModule({ position: place(2, 3, 2, 2) })).position).toEqual(place(2, 3, 2, 2))
    expect(await install({ position: place(1, 2, 2, 2) })).toMatchObject({
      status: 409,
      body: { code: 'dashboard.overlap' },
    })
  })

  test.each([place(3, 0, 2, 1), place(0, 4, 1, 2), place(-1, 0), place(0, 5), place(0, 0, 0, 1), place(0.5, 0)])(
    'refuses the place %j outside the grid',
    async (position) => {
      expect((await install({ position })).status).toBe(400)
    },
  )

  test('refuses a module outside the catalogue', async () => {
    expect(await install({ meta: { id: 'nothing' } })).toMatchObject({
      status: 404,
      body: { code: 'modules.not_found' },
    })
  })

  test('refuses a configuration that is too large', async () => {
    expect((await install({ config: { text: 'x'.repeat(40_000) } })).status).toBe(400)
  })

  test('never overlaps modules, even in 30 simultaneous requests', async () => {
    const replies = await Promise.all(Array.from({ length: 30 }, () => install({ config: { size: '1x1' } })))
    expect(replies.filter((reply) => reply.status === 200)).toHaveLength(20)
    expect(new Set((await positions()).map(({ x, y }) => `${x},${y}`)).size).toBe(20)
  })
})

describe('moving and configuring', () => {
  test('moves to a free place and refuses to overlap', async () => {
    const [a] = [await installModule(), await installModule()]
    const moved = await editModule(a._id, { position: place(0, 3, 2, 2) })
    expect(moved.body.data.module.position).toEqual(place(0, 3, 2, 2))
    expect((await editModule(a._id, { position: place(1, 0, 2, 2) })).status).toBe(409)
    expect((await read()).modules.find(({ _id }) => _id === a._id)?.position).toEqual(place(0, 3, 2, 2))
  })

  test('keeps the place when the configuration contains no other size', async () => {
    const module = await installModule({ position: place(2, 3, 2, 2) })
    const { body } = await editModule(module._id, { config: { agentId: 'a2' } })
    expect(body.data.module).toEqual({ ...module, config: { agentId: 'a2' } })
  })

  test('finds room for a new size in the configuration, or refuses the configuration', async () => {
    const module = await installModule()
    await installModule()
    expect((await editModule(module._id, { config: { size: '4x2' } })).body.data.module.position).toEqual(
      place(0, 2, 4, 2),
    )
    expect(await editModule(module._id, { config: { size: '4x5' } })).toMatchObject({
      status: 409,
      body: { code: 'dashboard.page_full' },
    })
    expect((await read()).modules.find(({ _id }) => _id === module._id)?.config).toEqual({ size: '4x2' })
  })

  test('requires either a position or a configuration', async () => {
    const { _id } = await installModule()
    const both = await editModule(_id, { position: place(0, 0), config: {} })
    expect([both.status, (await editModule(_id, {})).status]).toEqual([400, 400])
  })

  test('removes a widget', async () => {
    const { _id: moduleId } = await installModule()
    const params = { id: pageId, moduleId }
    expect((await app.call(dashboard.removeModule, { params }, token)).body.data.page.modules).toEqual([])
    expect((await app.call(dashboard.removeModule, { params }, token)).status).toBe(404)
  })

  test('answers 404 to strangers', async () => {
    const { _id: moduleId } = await installModule()
    const stranger = (await app.signUp()).tokens.accessToken
    const positions = [{ id: moduleId, ...place(0, 0) }]
    const replies = await Promise.all([
      install({}, stranger),
      editModule(moduleId, { position: place(3, 3) }, stranger),
      editModule(moduleId, { config: {} }, stranger),
      app.call(dashboard.removeModule, { params: { id: pageId, moduleId } }, stranger),
      app.call(dashboard.copyModule, { params: { id: await pageOf(stranger) }, body: { moduleId } }, stranger),
      app.call(dashboard.arrange, { params: { id: pageId }, body: { positions } }, stranger),
    ])
    expect(replies.map((reply) => reply.status)).toEqual([404, 404, 404, 404, 404, 404])
  })
})

describe('copying', () => {
  const copy = (moduleId: string, id: string) =>
    app.call(dashboard.copyModule, { params: { id }, body: { moduleId } }, token)

  test('puts the copy on the same or another page, at the first free place', async () => {
    const config = { agentId: 'a1' }
    const original = await installModule({ config, position: place(1, 0, 3, 2) })
    const onSamePage = (await copy(original._id, pageId)).body.data
    expect(onSamePage.module).toEqual({ ...original, _id: onSamePage.module._id, position: place(0, 2, 3, 2) })
    expect(onSamePage.page.modules).toEqual([original, onSamePage.module])
    const onOtherPage = (await copy(original._id, await pageOf(token))).body.data
    expect(onOtherPage.module).toEqual({ ...original, _id: onOtherPage.module._id, position: place(0, 0, 3, 2) })
    expect(await positions()).toEqual([place(1, 0, 3, 2), place(0, 2, 3, 2)])
  })

  test('is refused without room, and for unknown widgets and pages', async () => {
    const { _id } = await installModule({ config: { size: '4x3' } })
    expect(await copy(_id, pageId)).toMatchObject({ status: 409, body: { code: 'dashboard.page_full' } })
    expect(await copy('nothing', pageId)).toMatchObject({ status: 404, body: { code: 'dashboard.module_not_found' } })
    expect(await copy(_id, 'nowhere')).toMatchObject({ status: 404, body: { code: 'dashboard.page_not_found' } })
  })
})

describe('arranging several at once', () => {
  const arrange = (places: (Position & { id: string })[]) =>
    app.call(dashboard.arrange, { params: { id: pageId }, body: { positions: places } }, token)

  test('swaps two widgets', async () => {
    const [a, b] = [await installModule(), await installModule()]
    const { body } = await arrange([
      { id: a._id, ...b.position },
      { id: b._id, ...a.position },
    ])
    expect(body.data.page.modules.map((module: InstalledModule) => module._id)).toEqual([b._id, a._id])
  })

  test('changes nothing if one place is invalid', async () => {
    const [a, b] = [await installModule(), await installModule()]
    const before = await positions()
    const replies = [
      await arrange([
        { id: a._id, ...place(0, 3, 2, 2) },
        { id: b._id, ...place(1, 3, 2, 2) },
      ]),
      await arrange([
        { id: a._id, ...place(0, 3, 2, 2) },
        { id: 'nobody', ...place(3, 4) },
      ]),
      await arrange([
        { id: a._id, ...place(0, 3, 2, 2) },
        { id: a._id, ...place(2, 3, 2, 2) },
      ]),
      await arrange([
        { id: a._id, ...place(0, 3, 2, 2) },
        { id: b._id, ...place(3, 3, 2, 2) },
      ]),
    ]
    expect(replies.map((reply) => reply.status)).toEqual([409, 404, 400, 400])
    expect(await positions()).toEqual(before)
  })

  test('lets one of several simultaneous requests have the same place', async () => {
    const widgets = await Promise.all(Array.from({ length: 8 }, () => installModule({ config: { size: '1x1' } })))
    const replies = await Promise.all(widgets.map(({ _id }) => editModule(_id, { position: place(3, 4) })))
    expect(replies.filter((reply) => reply.status === 200)).toHaveLength(1)
  })
})
