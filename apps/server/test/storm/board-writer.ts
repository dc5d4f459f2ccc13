import { dashboard, type Page } from '@atalaya/contract/dashboard'
import { GRID_ROWS } from '@atalaya/contract/grid'
import { type PageFile, pageArchive } from '@atalaya/contract/page-archive'
import { bearer, type Client, isAcknowledged } from './client.ts'
import type { Writer } from './writer.ts'

/** Number of widgets on a copy. */
const COPIED = 6
const module = { id: 'fleet-overview', name: 'Fleet overview' }

/** The last acknowledged value, and later values that got no answer. */
type Expectation<T> = { value: T; doubts: T[] }

/** Changes its own page: the text, the places of two widgets at once, and copies, each complete or absent. */
export async function createBoardWriter(client: Client, token: () => string, number: number): Promise<Writer> {
  const headers = () => bearer(token())
  const name = `Board ${number}`
  const copyName = `Copy ${number}`
  const { page } = await client.callOrThrow(dashboard.create, { body: { name } }, headers())
  const params = { id: page._id }
  const widgets: string[] = []
  for (const x of [0, 2]) {
    const body = { meta: { id: module.id }, position: { x, y: 0, w: 1, h: 1 } }
    widgets.push((await client.callOrThrow(dashboard.install, { params, body }, headers())).module._id)
  }
  const text: Expectation<string> = { value: '', doubts: [] }
  const row: Expectation<number> = { value: 0, doubts: [] }
  let copyId: string | null = null
  let copyMayBeGone = false
  let step = number

  /** Sends a change. Until it is acknowledged, its value is one of the possible ones. */
  async function change<T>(expected: Expectation<T>, value: T, send: () => Promise<boolean>): Promise<boolean> {
    expected.doubts.push(value)
    if (!(await send())) return false
    expected.value = value
    expected.doubts = []
    return true
  }
  async function write(): Promise<boolean> {
    step++
    if (step % 3 === 0) return change(text, `text ${step}`, () => edit(`text ${step}`))
    if (step % 3 === 1) return change(row, step % GRID_ROWS, () => arrange(step % GRID_ROWS))
    return replaceCopy()
  }
  async function edit(description: string): Promise<boolean> {
    const reply = await client.call(dashboard.edit, { params, body: { description } }, headers())
    return isAcknowledged(dashboard.edit, reply)
  }
  async function arrange(y: number): Promise<boolean> {
    const positions = widgets.map((id, n) => ({ id, x: n * 2, y, w: 1, h: 1 }))
    const reply = await client.call(dashboard.arrange, { params, body: { positions } }, headers())
    return isAcknowledged(dashboard.arrange, reply)
  }
  async function replaceCopy(): Promise<boolean> {
    if (copyId) {
      copyMayBeGone = true
      const reply = await client.call(dashboard.remove, { params: { id: copyId } }, headers())
      // Removed already: the answer to the last try was lost.
      if (reply?.status !== 404 && !isAcknowledged(dashboard.remove, reply)) return false
      copyId = null
      return true
    }
    const modules = Array.from({ length: COPIED }, (_, n) => ({
      module,
      config: {},
      secrets: [],
      position: { x: n % 4, y: Math.floor(n / 4), w: 1, h: 1 },
    }))
    const file: PageFile = { format: 'atalaya.page', version: 1, name: copyName, description: '', modules }
    const reply = await client.call(pageArchive.import, { body: file }, headers())
    if (!isAcknowledged(pageArchive.import, reply)) return false
    copyId = reply.data.page._id
    copyMayBeGone = false
    return true
  }

  /** Compares the stored value with the possible ones, and expects it from now on. */
  function settle<T>(last: Expectation<T>, found: T, label: string): string[] {
    const expected = [last.value, ...last.doubts]
    last.value = found
    last.doubts = []
    return expected.includes(found) ? [] : [`${name}: ${label} is ${found}, not one of ${expected}`]
  }
  function checkCopies(copies: Page[]): string[] {
    const incomplete = copies.filter(({ modules }) => modules.length !== COPIED)
    const isLost = copyId !== null && !copyMayBeGone && !copies.some(({ _id }) => _id === copyId)
    return [
      ...incomplete.map(({ modules }) => `${copyName} has ${modules.length} of ${COPIED} widgets`),
      ...(isLost ? [`${copyName} is lost`] : []),
    ]
  }

  return {
    kind: 'boards',
    write,
    async check() {
      const { pages } = await client.callOrThrow(dashboard.list, {}, headers())
      const current = pages.find(({ _id }) => _id === page._id)
      if (!current) return [`${name} is lost`]
      const rows = current.modules.map(({ position }) => position.y)
      const copies = pages.filter((page) => page.name === copyName)
      const complaints = [
        ...settle(text, current.description, 'the text'),
        ...(new Set(rows).size === 1 && rows.length === 2 ? [] : [`${name} was arranged by half: ${rows}`]),
        ...settle(row, rows[0] ?? -1, 'the row'),
        ...checkCopies(copies),
      ]
      for (const { _id } of copies) await client.callOrThrow(dashboard.remove, { params: { id: _id } }, headers())
      copyId = null
      return complaints
    },
  }
}
