import { expect, test } from 'vitest'
import { applyAgentPatch } from '#server/agents/agent-patch.ts'
import { AppError } from '#server/domain/errors.ts'

const agent = { name: 'old', tags: ['one', 'two'], behind: null }
const ALLOWED = /^Only name, tags and behind can be changed/

const messageOf = (patch: unknown): string => {
  try {
    return `nothing refused: ${JSON.stringify(applyAgentPatch(agent, patch))}`
  } catch (error) {
    if (error instanceof AppError && error.details.code === 'agents.bad_patch') return error.message
    throw error
  }
}

test.each([
  [{}, agent],
  [{ name: ' new ' }, { ...agent, name: 'new' }],
  [{ tags: ['a'] }, { ...agent, tags: ['a'] }],
  [{ behind: 'router' }, { ...agent, behind: 'router' }],
  [
    { name: null, tags: null, behind: null },
    { name: null, tags: [], behind: null },
  ],
  [[], agent],
])('the patch %j results in %j', (patch, expected) => expect(applyAgentPatch(agent, patch)).toEqual(expected))

test.each([
  [{ op: 'add', path: '/name', value: 'new' }, { name: 'new' }],
  [{ op: 'add', path: '/name', value: null }, { name: null }],
  [{ op: 'add', path: '/tags', value: ['a'] }, { tags: ['a'] }],
  [{ op: 'add', path: '/tags', value: null }, { tags: [] }],
  [{ op: 'add', path: '/tags/0', value: 'a' }, { tags: ['a', 'one', 'two'] }],
  [{ op: 'add', path: '/tags/1', value: 'a' }, { tags: ['one', 'a', 'two'] }],
  [{ op: 'add', path: '/tags/2', value: 'a' }, { tags: ['one', 'two', 'a'] }],
  [{ op: 'add', path: '/tags/-', value: 'a' }, { tags: ['one', 'two', 'a'] }],
  [{ op: 'add', path: '/behind', value: 'router' }, { behind: 'router' }],
  [{ op: 'replace', path: '/behind', value: null }, {}],
  [{ op: 'remove', path: '/behind' }, {}],
  [{ op: 'test', path: '/behind', value: null }, {}],
  [{ op: 'replace', path: '/name', value: 'new' }, { name: 'new' }],
  [{ op: 'replace', path: '/tags', value: ['a'] }, { tags: ['a'] }],
  [{ op: 'replace', path: '/tags/1', value: 'a' }, { tags: ['one', 'a'] }],
  [{ op: 'remove', path: '/name' }, { name: null }],
  [{ op: 'remove', path: '/tags' }, { tags: [] }],
  [{ op: 'remove', path: '/tags/0' }, { tags: ['two'] }],
  [{ op: 'copy', from: '/name', path: '/tags/-' }, { tags: ['one', 'two', 'old'] }],
  [{ op: 'copy', from: '/tags/1', path: '/name' }, { name: 'two' }],
  [{ op: 'copy', from: '/tags', path: '/tags' }, {}],
  [
    { op: 'move', from: '/name', path: '/tags/0' },
    { name: null, tags: ['old', 'one', 'two'] },
  ],
  [{ op: 'move', from: '/tags/0', path: '/tags/1' }, { tags: ['two', 'one'] }],
  [{ op: 'test', path: '/name', value: 'old' }, {}],
  [{ op: 'test', path: '/tags/1', value: 'two' }, {}],
  [{ op: 'test', path: '/tags', value: ['one', 'two'] }, {}],
])('the step %j changes %j', (step, change) => expect(applyAgentPatch(agent, [step])).toEqual({ ...agent, ...change }))

test.each([
  ...[null, undefined, 'restart', 7, { status: 'online' }, { 0: 'new' }],
  { op: 'add', path: '/name', value: 'new' },
  [{ op: 'add', path: '/name', value: ['new'] }],
  [{ op: 'add', path: '/name/0', value: 'new' }],
  [{ op: 'add', path: '/behind', value: ['router'] }],
  [{ op: 'add', path: '/behind/0', value: 'router' }],
  [{ op: 'add', path: '/tags', value: 'a' }],
  [{ op: 'add', path: '/tags/0', value: null }],
  [{ op: 'add', path: '/tags/0', value: ['a'] }],
  [{ op: 'add', path: '/tags/3', value: 'a' }],
  [{ op: 'add', path: '/tags/01', value: 'a' }],
  [{ op: 'replace', path: '/tags/2', value: 'a' }],
  [{ op: 'replace', path: '/tags/-', value: 'a' }],
  [{ op: 'remove', path: '/tags/2' }],
  [{ op: 'copy', from: '/tags/2', path: '/name' }],
  [{ op: 'copy', from: '/tags', path: '/name' }],
  [{ op: 'move', from: '/name', path: '/tags' }],
  [{ op: 'test', path: '/tags/2', value: 'a' }],
])('the patch %j is refused with an error that names the allowed fields', (patch) =>
  expect(messageOf(patch)).toMatch(ALLOWED),
)

test('a refusal names the limit of names and tags, or the failed test', () => {
  expect(messageOf({ name: 'x'.repeat(81) })).toMatch(/80.*\. Only name, tags/)
  expect(messageOf({ tags: ['x'.repeat(41)] })).toMatch(/^A tag can have at most 40 characters\. Only name, tags/)
  for (const value of [null, 'new', ['old']]) {
    const message = messageOf([{ op: 'test', path: '/name', value }])
    expect(message).toBe('The test of /name failed; nothing was changed')
  }
})
