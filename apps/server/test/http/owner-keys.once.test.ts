import { expect, test } from 'vitest'
import type { Actor, Credential } from '#server/domain/actors.ts'
import { ownerKeyOf } from '#server/http/access.ts'

const person: Actor = {
  kind: 'user',
  userId: 'ann',
  username: 'ann',
  role: 'user',
  sessionId: 'session',
  signedInBy: 'password',
  mustConfirm: false,
  isConfirmed: true,
  tokenEndsAt: 0,
  mustChangePassword: false,
  mustSetUpFactor: false,
}
const program: Credential = { id: 'program', name: 'Backup', scopes: new Set(), selector: null }

test.each([
  ['a person in all sessions', { ...person, sessionId: 'other' }, 'ann'],
  ['a program, apart from its owner', { ...person, credential: program }, 'program'],
  ['an agent', { kind: 'agent' as const, agentId: 'agent' }, 'agent'],
])('connections and unread bytes have one bound for %s', (_caller, actor, key) => {
  expect(ownerKeyOf(actor)).toBe(key)
})
