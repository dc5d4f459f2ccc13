import { expect, test } from 'vitest'
import { changedPatch } from './changed-patch.ts'

const before = { name: 'nas', tags: ['home', 'rack'] }

test.each([
  [before, {}],
  [{ name: 'nas', tags: ['home'] }, { tags: ['home'] }],
  [{ name: null, tags: ['home', 'rack'] }, { name: null }],
  [{ owner: 'me' }, { owner: 'me' }],
  [[{ op: 'remove', path: '/name' }], [{ op: 'remove', path: '/name' }]],
  ['{oops', '{oops'],
  [undefined, undefined],
  [null, null],
])('a patch of %j sends only %j', (patch, sent) => {
  expect(changedPatch(before, patch)).toEqual(sent)
})
