import { dashboard } from '@atalaya/contract/dashboard'
import { displays } from '@atalaya/contract/displays'
import { expect } from 'vitest'
import { createScreen } from './display-world.ts'
import type { TestApp } from './test-app.ts'

type CallWorld = { it: TestApp; owner: string }

/** Calls of users and screens about displays and their pages. */
export function displayCalls(world: () => CallWorld): Record<string, () => Promise<unknown>> {
  let id = ''
  const call = async (...[route, options]: Parameters<TestApp['call']>) => {
    const { it, owner } = world()
    const reply = await it.call(route, options, owner)
    expect(reply.status).toBe(200)
    return reply
  }
  return {
    async 'making a screen a display'() {
      const { it, owner } = world()
      id = await createScreen(it).pairWith(owner)
    },
    'my pages': () => call(dashboard.list),
    'my displays': () => call(displays.list),
    'changing a display': () => call(displays.edit, { params: { id }, body: { place: 'Hall', entries: [] } }),
    'sending an order to displays': () =>
      call(displays.sendOrder, { body: { to: { displayIds: [id] }, order: { kind: 'next' } } }),
    'removing a display': () => call(displays.remove, { params: { id } }),
  }
}
