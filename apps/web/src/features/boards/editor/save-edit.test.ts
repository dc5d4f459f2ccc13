import { dashboard } from '@atalaya/contract/dashboard'
import { MutationObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { pagesQuery, saveEdit } from '#web/features/boards/boards.queries.ts'
import type { Edit } from '#web/features/boards/editor/board-edits.ts'
import { createQueryClient } from '#web/lib/calls/query-client.ts'
import { aModule, aPage } from '#web/testing/boards.ts'
import { startSession } from '#web/testing/render.tsx'
import { answerCall } from '#web/testing/server.ts'

const clock = aModule('clock', [0, 0, 2, 2])
const page = aPage({ version: 2, modules: [clock] })
const [here, there] = [
  { x: 2, y: 0, w: 1, h: 1 },
  { x: 2, y: 1, w: 2, h: 2 },
]

type Case = { what: string; edit: Edit; call: string; moduleId?: string; body?: object }
const places = [
  { id: 'clock', ...here },
  { id: 'tide', ...there },
]
const config = { zone: 'UTC' }

test.each<Case>([
  {
    what: 'one widget that was moved',
    edit: { kind: 'place', places: places.slice(0, 1) },
    call: 'edit',
    moduleId: 'clock',
    body: { position: here },
  },
  {
    what: 'two widgets that were moved at once',
    edit: { kind: 'place', places },
    call: 'arrange',
    body: { positions: places },
  },
  {
    what: 'a configuration',
    edit: { kind: 'configure', id: 'clock', config },
    call: 'edit',
    moduleId: 'clock',
    body: { config },
  },
  { what: 'a removal', edit: { kind: 'remove', id: 'clock' }, call: 'remove', moduleId: 'clock' },
  {
    what: 'a widget that comes back',
    edit: { kind: 'add', module: { ...clock, _id: 'not yet there', config, position: there } },
    call: 'install',
    body: { meta: { id: clock.meta.id }, config, position: there },
  },
])('$what is saved by one call, and its answer is the new page', async ({ edit, call, moduleId, body }) => {
  const calls: unknown[] = []
  const recordCall = (
    name: string,
    { params, body }: { params: { id: string; moduleId?: string }; body?: unknown },
  ) => {
    calls.push([name, params.id, params.moduleId, body])
    return { page, module: clock }
  }
  answerCall(dashboard.editModule, (request) => recordCall('edit', request))
  answerCall(dashboard.removeModule, (request) => recordCall('remove', request))
  answerCall(dashboard.install, (request) => recordCall('install', request))
  answerCall(dashboard.arrange, (request) => recordCall('arrange', request))
  startSession()
  const client = createQueryClient()
  client.setQueryData(pagesQuery.queryKey, [aPage(), aPage({ _id: 'hall', order: 1 })])
  const { addedId } = await new MutationObserver(client, saveEdit(client, 'home')).mutate(edit)
  expect(addedId).toBe(edit.kind === 'add' ? 'clock' : undefined)
  expect(calls).toEqual([[call, 'home', moduleId, body]])
  expect(client.getQueryData(pagesQuery.queryKey)).toEqual([page, aPage({ _id: 'hall', order: 1 })])
})
