import { agents } from '@atalaya/contract/agents'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

let it: TestApp
let ada: string
beforeAll(async () => {
  it = await createTestApp()
  ada = (await it.signUp('ada')).tokens.accessToken
})
afterAll(() => it.close())

const register = async (body: object) =>
  (await it.call(agents.register, { body }, ada)).body.data as { agent: { agentId: string } }

describe('editing', () => {
  test.each([
    ['a merge patch', { name: 'new' }, { name: 'new', tags: ['one'] }],
    ['a merge patch that removes', { name: null, tags: null }, { name: null, tags: [] }],
    ['a JSON Patch', [{ op: 'add', path: '/tags/-', value: 'two' }], { name: 'old', tags: ['one', 'two'] }],
    [
      'a JSON Patch of several steps',
      [
        { op: 'test', path: '/name', value: 'old' },
        { op: 'replace', path: '/tags/0', value: 'uno' },
        { op: 'copy', from: '/tags/0', path: '/name' },
      ],
      { name: 'uno', tags: ['uno'] },
    ],
    [
      'a JSON Patch that moves',
      [
        { op: 'add', path: '/tags/0', value: 'zero' },
        { op: 'move', from: '/tags/0', path: '/tags/-' },
        { op: 'test', path: '/tags', value: ['one', 'zero'] },
        { op: 'replace', path: '/name', value: 'new' },
      ],
      { name: 'new', tags: ['one', 'zero'] },
    ],
    ['a JSON Patch that removes', [{ op: 'remove', path: '/tags/0' }], { name: 'old', tags: [] }],
  ])('accepts %s', async (_kind, body, expected) => {
    const { agent } = await register({ name: 'old', tags: ['one'] })
    const edited = await it.call(agents.edit, { params: { id: agent.agentId }, body }, ada)
    expect(edited.status).toBe(200)
    expect(edited.body.data.agent).toMatchObject(expected)
    expect((await it.call(agents.get, { params: { id: agent.agentId } }, ada)).body.data.agent).toMatchObject(expected)
  })

  test.each([
    ['another field', { status: 'online' }],
    ['the owner', { user: { _id: 'x' } }],
    ['a wrong type', { name: 7 }],
    ['an empty name', { name: '  ' }],
    ['a JSON Patch of another field', [{ op: 'add', path: '/token_hash', value: 'x' }]],
    ['a JSON Patch on the prototype', [{ op: 'add', path: '/__proto__', value: {} }]],
    ['a JSON Patch whose test fails', [{ op: 'test', path: '/name', value: 'other' }]],
    ['a JSON Patch out of range', [{ op: 'add', path: '/tags/9', value: 'x' }]],
    ['a JSON Patch that nests tags', [{ op: 'copy', from: '/tags', path: '/tags/0' }]],
    [
      'a JSON Patch that doubles what it copied',
      Array.from({ length: 22 }, (_, n) => ({ op: 'copy', from: '/tags', path: n % 2 ? '/tags/-' : '/name' })),
    ],
    ['a JSON Patch of more steps than 100', Array(101).fill({ op: 'test', path: '/name', value: 'old' })],
    [
      'a JSON Patch of more tags than 20',
      Array(100)
        .fill({ op: 'add', path: '/tags/-', value: 'x' })
        .map((operation, n) => ({ ...operation, value: `${n}` })),
    ],
    ['a text', '"restart"'],
    ['a number', '7'],
    ['null', 'null'],
  ])('refuses %s with a 400 that names the allowed fields', async (_kind, body) => {
    const { agent } = await register({ name: 'old', tags: ['one'] })
    const headers = { 'content-type': 'application/json' }
    const refused = await it.call(agents.edit, { params: { id: agent.agentId }, body, headers }, ada)
    expect(refused.status).toBe(400)
    expect(refused.body.error).toMatch(/name, tags and behind|test of/)
    const after = await it.call(agents.get, { params: { id: agent.agentId } }, ada)
    expect(after.body.data.agent).toMatchObject({ name: 'old', tags: ['one'] })
  })
})
