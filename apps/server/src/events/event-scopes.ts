import type { LiveEvent } from '@atalaya/contract/events'
import type { Scope } from '@atalaya/contract/scopes'
import type { Actor } from '#server/domain/actors.ts'

/** Scope that a credential needs for each kind of event. Null: personal events, which no credential gets. */
const EVENT_SCOPES: Record<LiveEvent['type'], Scope | null> = {
  'user.updated': 'users:read',
  'user.deleted': 'users:read',
  'agent.updated': 'agents:read',
  'agent.deleted': 'agents:read',
  'agent.data': 'agents:read',
  'command.updated': 'commands:read',
  'page.updated': 'pages:read',
  'page.deleted': 'pages:read',
  'display.updated': 'displays:read',
  'display.deleted': 'displays:read',
  // Only displays get this event.
  'display.told': null,
  'preferences.updated': null,
  'alert.updated': 'alerts:read',
  'alerts.changed': 'alerts:read',
  'modules.changed': 'modules:read',
  'themes.changed': null,
  'source.updated': 'modules:read',
  'session.revoked': null,
  resync: 'events:read',
}

/** True if somebody may get events of a kind: a person gets all, a credential those of its scopes. */
export function mayReceive({ credential }: Actor, { type }: LiveEvent): boolean {
  if (!credential) return true
  const scope = EVENT_SCOPES[type]
  return scope !== null && credential.scopes.has(scope)
}
