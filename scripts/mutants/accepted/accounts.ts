import type { Accepted } from './mutant.ts'

export const acceptedInAccounts: Accepted[] = [
  {
    file: 'sessions/sessions.ts',
    from: 'wasLive',
    to: 'true',
    because: 'A session that had ended before has no stream that gets the event.',
  },
  {
    file: 'sessions/rotation.ts',
    from: 'token.consumedAt === null || token.successorHash === null || token.successorSealed === null',
    to: 'false',
    because: 'The three are written together, before anybody gets here; the check is there for the types.',
  },
  {
    file: 'sessions/rotation.ts',
    from: 'token.consumedAt === null || token.successorHash === null || token.successorSealed === null',
    to: 'token.consumedAt === null || token.successorHash === null',
    because: 'The three are written together, before anybody gets here; the check is there for the types.',
  },
  {
    file: 'auth/qr-release.ts',
    from: 'releasedAt === null || releasedSealed === null',
    to: 'releasedSealed === null',
    because: 'Both are written in one transaction; the check is there for the types.',
  },
  {
    file: 'auth/sign-in.ts',
    from: 'account && deviceHash',
    to: 'deviceHash',
    because: 'Only an account knows a device; the check is there for the types.',
  },
  {
    file: 'auth/housekeeping.ts',
    from: 'await repos.tokens.removeExpired(now())',
    to: 'repos.tokens.removeExpired(now())',
    because: 'Each removal is independent of those before it, and the hourly job goes on either way.',
  },
  {
    file: 'auth/registration.ts',
    from: 'await users.publish(user)',
    to: 'users.publish(user)',
    because: 'The response comes a moment before the live event, which may be late anyway.',
  },
  {
    file: 'users/users.service.ts',
    from: '!account',
    to: 'false',
    because:
      'The caller was let in a moment before. Only an account that is deleted in that moment is missing, and the call fails either way.',
  },
  {
    file: 'users/users.repo.ts',
    from: "db\n        .updateTable('meta')\n        .set((row) => ({ value: row.ref('value') }))\n        .where('key', '=', FIRST_ADMIN)",
    to: "db\n        .updateTable('meta')\n        .set((row) => ({ value: row.ref('value') }))",
    because: 'Every row keeps its value; the rows that are written only decide who waits.',
  },
  {
    file: 'users/user-access.ts',
    from: "await changes.record(repos, 'user.unlocked', by, user)",
    to: "changes.record(repos, 'user.unlocked', by, user)",
    because: 'The statements of a transaction go to the database in order, and the commit comes after them.',
  },
  {
    file: 'users/users.service.ts',
    from: 'await afterwards?.()',
    to: 'afterwards?.()',
    because: 'The response comes a moment before the streams end, which may be late anyway.',
  },
  {
    file: 'users/users.repo.ts',
    from: '0',
    to: '0 + 1',
    before: 1,
    because: 'Epochs are only compared with each other; the start of the count does not matter.',
  },
  {
    file: 'limits/rate-limits.ts',
    from: 'site === network',
    to: 'false',
    because: 'Without networks of its own, a site is full long after its network.',
  },
  {
    file: 'http/address.ts',
    from: 'isIPv4(request.ip)',
    to: 'false',
    because: 'The code below gives the same text for an IPv4 address; this is only faster.',
  },
  {
    file: 'http/origins.ts',
    from: 'host !== lastOwnHost && !isOwnHost(host)',
    to: '!isOwnHost(host)',
    because: 'A host that was its own a moment before still is; this only saves reading it again.',
  },
  {
    file: 'http/origins.ts',
    from: 'publicHost',
    to: 'true',
    because: 'With no public URL it adds the name `null`, which nobody can register and which is answered anyway.',
  },
  {
    file: 'limits/windows.ts',
    from: 'windows.size >= WINDOWS_MAX && oldest !== undefined',
    to: 'windows.size >= WINDOWS_MAX',
    because: 'Where there are so many there is an oldest one; the check is there for the types.',
  },
  {
    file: 'users/users.repo.ts',
    from: "db.selectFrom('users').select('id').limit(1)",
    to: "db.selectFrom('users').select('id')",
    because: 'The first row is taken either way; the limit only saves reading the others.',
  },
  {
    file: 'users/user-changes.ts',
    from: 'await repos.users.lockAdmins()',
    to: 'undefined',
    because: 'SQLite has one writer at a time anyway; on PostgreSQL the tests of the last administrator notice it.',
  },
  {
    file: 'users/user-changes.ts',
    from: 'await repos.users.lockAdmins()',
    to: 'repos.users.lockAdmins()',
    because: 'The statements of a transaction go to the database in order, and the commit comes after them.',
  },
]
