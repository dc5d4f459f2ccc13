import { readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../lib/workspaces.ts'
import { calledBack, file, from, handed, type Step, sent, shape, step, table, taken } from '../map/way.ts'
import { copyCheckout, plant } from './checkout-copy.ts'
import { ways } from './ways.ts'

const says = 'is a step'
const at = (name: string, what: string) => step(name, what, says)
const through = (...steps: Step[]) => ways(root, [{ title: 'A way', steps }])

const ENQUEUE = at('commands/enqueue.ts', 'createEnqueue')
const ROLLUP = at('telemetry/rollup.ts', 'flush')
const BUS = at('events/bus.ts', 'publish')

test('every arrow of the map is proven', () => {
  expect(ways(root)).toBe('')
})

test.each<[what: string, before: Step, wrong: Step]>([
  ['to a file that is not imported', ENQUEUE, at('telemetry/ingest.ts', 'queue')],
  ['to a function that is not named', ENQUEUE, at('commands/delivery.ts', 'cancel')],
  ['against an import', at('commands/delivery.ts', 'deliver'), ENQUEUE],
  [
    'to a part handed over by another group',
    ROLLUP,
    step('telemetry/newest-minutes.ts', 'add', says, handed('compose/alerts.ts')),
  ],
  [
    'to a part handed to another caller',
    ROLLUP,
    step('telemetry/ingest.ts', 'queue', says, handed('compose/fleet.ts')),
  ],
  [
    'over a different call',
    at('lib/session/accounts.ts', 'usersQuery'),
    step('users/users.routes.ts', 'usersRoutes', says, sent('users.create')),
  ],
  ['called back by another function', BUS, step('events/live.ts', 'sendVisible', says, calledBack('onGap'))],
  ['to an import of another file', BUS, step('commands/reaper.ts', 'reap', says, taken('Dispatcher'))],
  ['by a foreign type', BUS, step('gateway/session.ts', 'onFrame', says, shape('connections/agent-session.ts'))],
  [
    'by a table that the file before does not use',
    at('alerts/incident-writes.repo.ts', 'addNotices'),
    step('notify/messages.repo.ts', 'dueNotices', says, table('samples')),
  ],
  [
    'by a file that the file before does not name',
    BUS,
    step('client/screen-pages.ts', 'createScreenPages', says, file('screens.json')),
  ],
])('the check refuses an arrow %s', (_what, before, wrong) => {
  expect(through(before, wrong)).toMatch(new RegExp(`^A way: ${wrong.file} \\(${wrong.name}\\): ${before.file} `))
})

test('the check refuses a missing file, function or step', () => {
  expect(through(at('commands/nothing.ts', 'nobody'))).toBe('A way: commands/nothing.ts is not there')
  expect(through(at('commands/enqueue.ts', 'nobody'))).toBe('A way: commands/enqueue.ts has no nobody')
  const lost = from('events/live.ts', BUS)
  expect(through(ENQUEUE, lost)).toBe('A way: events/bus.ts: events/live.ts is no step before it')
})

test('the check reports a call that the code no longer makes', () => {
  const copy = copyCheckout()
  const name = 'apps/server/src/commands/enqueue.ts'
  const text = readFileSync(path.join(root, name), 'utf8')
  plant(copy, { [name]: text.replaceAll('dispatcher.nudge', 'dispatcher.cancel') })
  const found = ways(copy)
  rmSync(copy, { recursive: true, force: true })
  expect(found).toBe(
    'A command and its result: commands/dispatcher.ts (nudge): commands/enqueue.ts does not import and name it',
  )
})
