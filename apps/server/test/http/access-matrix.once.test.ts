import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callers, createWorld, type World } from '#test/support/access-world.ts'
import { mountedRoutes } from '#test/support/mounted-routes.ts'
import { matrix } from './access-rows.ts'

/** Routes of the API page and its files, which are open to everybody. */
const isApiPage = (route: string) => route.startsWith('GET /api/docs')

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

test('E1 every route has a row in the matrix, and every row has a route', () => {
  const mounted = mountedRoutes(world.app).filter((route) => !isApiPage(route))
  expect(mounted.toSorted()).toEqual(Object.keys(matrix).toSorted())
})

describe('E1 access by role', () => {
  test.each(Object.entries(matrix))(
    '%s answers each caller with the expected status',
    async (name, { status, input }) => {
      const [method = '', path = ''] = name.split(' ')
      const statuses: Record<string, number> = {}
      for (const caller of callers) statuses[caller] = await world.statusOf(caller, method, path, await input(world))
      expect(statuses).toEqual(status)
      if (method !== 'GET' || !world.app.hasRoute({ method: 'HEAD', url: path })) return
      const head: Record<string, number> = {}
      for (const caller of callers) head[caller] = await world.statusOf(caller, 'HEAD', path, await input(world))
      expect(head).toEqual(status)
    },
  )
})
