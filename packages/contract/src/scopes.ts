/**
 * Scopes of a credential, each with the text by which its owner chooses it. A credential may do what both its scopes
 * and its owner's present rights allow. Actions without a scope are for people only. Such actions decide who gets in
 * (passwords, sessions, roles, other credentials), connect services, or install code.
 */
export const SCOPES = {
  'agents:read': 'Read agents, their numbers and their records',
  'agents:write': 'Register, change and remove agents',
  'commands:read': 'Read commands and what came of them',
  'commands:send': 'Send and cancel commands',
  'pages:read': 'Read pages and what is on them',
  'pages:write': 'Create, change and delete pages',
  'displays:read': 'Read displays and what they show',
  'displays:write': 'Change, command and remove displays',
  'modules:read': 'Read the modules and the data of widgets',
  'modules:use': 'Make the requests of widgets and store what they keep',
  'alerts:read': 'Read alerts, rules and silences',
  'alerts:write': 'Acknowledge and silence alerts, change rules',
  'events:read': 'Follow live what the other permissions let it read',
  'account:read': 'Read your name and e-mail',
  'users:read': 'Read your own account; as administrator, all accounts',
  'users:write': 'As administrator: lock, sign out and delete accounts',
  'audit:read': 'As administrator: read the audit',
  'server:read': 'As administrator: read how the server and its backups are doing',
} as const satisfies Record<string, string>

export type Scope = keyof typeof SCOPES

/** Scopes that only administrators can use. */
export const ADMIN_SCOPES: readonly Scope[] = ['users:write', 'audit:read', 'server:read']
