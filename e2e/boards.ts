import { type Page as Board, dashboard, type InstalledModule } from '@atalaya/contract/dashboard'
import type { Position } from '@atalaya/contract/grid'
import { apiOf } from '@atalaya/testbed/api'
import type { Locator, Page } from '@playwright/test'

/** Makes boards over the API, as another device of the same account would. */
export function boardsOf(url: string, token: string) {
  const call = apiOf(url, token)
  return {
    make: async (name: string, description?: string): Promise<Board> =>
      (await call(dashboard.create, { body: { name, description } })).page,
    /** Puts an agent module with this title at a place. */
    put: async (
      board: Board,
      [x, y, w, h]: [number, number, number, number],
      title: string,
    ): Promise<InstalledModule> => {
      const body = { meta: { id: 'agent-status' }, config: { title, agentId: 'none' }, position: { x, y, w, h } }
      return (await call(dashboard.install, { params: { id: board._id }, body })).module
    },
    read: async (): Promise<Board[]> => (await call(dashboard.list, {})).pages,
    positions: async (board: Board): Promise<Position[]> => {
      const { page } = await call(dashboard.get, { params: { id: board._id } })
      return page.modules.map((module) => module.position)
    },
    activate: (board: Board) => call(dashboard.edit, { params: { id: board._id }, body: { active: true } }),
    move: (board: Board, module: InstalledModule, position: Position) =>
      call(dashboard.editModule, { params: { id: board._id, moduleId: module._id }, body: { position } }),
    remove: (board: Board) => call(dashboard.remove, { params: { id: board._id } }),
  }
}

/** The centre of a cell of the editor's canvas. */
export async function cell(page: Page, x: number, y: number): Promise<{ x: number; y: number }> {
  const box = await page.getByRole('list', { name: 'Modules of this page' }).boundingBox()
  if (!box) throw new Error('The canvas is not on screen')
  return { x: box.x + ((x + 0.5) * box.width) / 4, y: box.y + ((y + 0.5) * box.height) / 5 }
}

/** Centre of an element. */
export async function centre(target: Locator): Promise<{ x: number; y: number }> {
  const box = await target.boundingBox()
  if (!box) throw new Error('It is not on screen')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

/** A finger on the screen: returns a function that puts it down, moves it or lifts it. */
export async function touchOf(page: Page) {
  const session = await page.context().newCDPSession(page)
  return (type: 'touchStart' | 'touchMove' | 'touchEnd', point?: { x: number; y: number }) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: point ? [point] : [] })
}
