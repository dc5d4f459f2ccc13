import { expect, test } from 'vitest'
import { onlyChanged } from '#web/lib/only-changed.ts'

const before = { name: 'nas', tags: ['home', 'rack'], hours: { from: '07:00', to: '22:00' }, behind: null }

test.each([
  [before, {}],
  [{ name: 'nas', tags: ['home'] }, { tags: ['home'] }],
  [{ tags: ['rack', 'home'] }, { tags: ['rack', 'home'] }],
  [{ name: null, tags: ['home', 'rack'] }, { name: null }],
  [{ hours: { to: '22:00', from: '07:00' } }, {}],
  [{ name: '', behind: null }, { name: '' }],
  [{ owner: null }, { owner: null }],
])('of the fields %j only the changed ones are sent: %j', (after, sent) => {
  expect(onlyChanged<Record<string, unknown>>(before, after)).toEqual(sent)
})
