/** A mutant that makes no difference, with a sentence on why. */
type Accepted = {
  file: string
  from: string
  to: string
  because: string
  /** Number of identical places before it in the file. */
  before?: number
}

export const accepted: Accepted[] = [
  {
    file: 'sessions/sessions.ts',
    from: 'didLive',
    to: 'true',
    because: 'A session that had ended before has no stream that hears of it.',
  },
  {
    file: 'sessions/sessions.ts',
    from: 'await repos.tokens.insertRefresh(hashToken(tokens.refreshToken), sessionId, idleEnd)',
    to: 'repos.tokens.insertRefresh(hashToken(tokens.refreshToken), sessionId, idleEnd)',
    because: 'The statements of a transaction go to the database in order, and the commit comes after them.',
  },
  {
    file: 'sessions/rotation.ts',
    from: 'token.consumedAt === null || token.successorHash === null || token.successorSealed === null',
    to: 'false',
    because: 'The three are written together, before anybody gets here; that they are there is said for the types.',
  },
  {
    file: 'sessions/rotation.ts',
    from: 'token.consumedAt === null || token.successorHash === null || token.successorSealed === null',
    to: 'token.consumedAt === null || token.successorHash === null',
    because: 'The three are written together, before anybody gets here; that they are there is said for the types.',
  },
  {
    file: 'auth/qr-release.ts',
    from: 'releasedAt === null || releasedSealed === null',
    to: 'releasedSealed === null',
    because: 'Both are written in one transaction; that they are there is said for the types.',
  },
  {
    file: 'auth/sign-in.ts',
    from: 'secret && known',
    to: 'known',
    because: 'Only an account knows a device; that there is one is said for the types.',
  },
  {
    file: 'auth/housekeeping.ts',
    from: 'await repos.tokens.removeExpired(now())',
    to: 'repos.tokens.removeExpired(now())',
    because: 'What is swept does not depend on what was swept before it, and the hourly job goes on either way.',
  },
  {
    file: 'auth/registration.ts',
    from: 'await users.publish(user)',
    to: 'users.publish(user)',
    because: 'The answer comes a moment before the live event, which may be late anyway.',
  },
  {
    file: 'users/users.service.ts',
    from: '!secret',
    to: 'false',
    because:
      'Who asks was let in a moment before: only an account that is deleted in that moment has none, and the call fails either way.',
  },
  {
    file: 'users/users.repo.ts',
    from: "db\n        .updateTable('meta')\n        .set((row) => ({ value: row.ref('value') }))\n        .where('key', '=', FIRST_ADMIN)",
    to: "db\n        .updateTable('meta')\n        .set((row) => ({ value: row.ref('value') }))",
    because: 'Every row gets the value that it has; which ones are written says only who waits.',
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
    because: 'The answer comes a moment before the streams end, which may be late anyway.',
  },
  {
    file: 'users/users.repo.ts',
    from: '0',
    to: '0 + 1',
    before: 1,
    because: 'Epochs are only compared with each other; where the count begins is nothing.',
  },
  {
    file: 'limits/rate-limits.ts',
    from: 'site === network',
    to: 'false',
    because: 'Without networks of its own, a site is full long after its network.',
  },
  {
    file: 'agents/agent-patch.ts',
    from: '100',
    to: '100 + 1',
    because: 'A list of tags is held to fewer afterwards, with a refusal of the same kind.',
  },
  {
    file: 'agents/agent-changes.ts',
    from: "await note(repos, 'agent.released', by, agent)",
    to: "note(repos, 'agent.released', by, agent)",
    because: 'The statements of a transaction go to the database in order, and the commit comes after them.',
  },
  {
    file: 'agents/agents.repo.ts',
    from: "db\n        .selectFrom('agents')\n        .select(['id', 'name', 'status'])\n        .where(matches(filter))\n        .$if(filter.ids !== undefined, (query) => query.where('id', 'in', filter.ids ?? []))\n        .$if(filter.after !== undefined, (query) => query.where('id', '>', filter.after ?? ''))\n        .orderBy('id')\n        .limit(TARGETS_AT_ONCE)",
    to: "db\n        .selectFrom('agents')\n        .select(['id', 'name', 'status'])\n        .where(matches(filter))\n        .$if(filter.ids !== undefined, (query) => query.where('id', 'in', filter.ids ?? []))\n        .$if(filter.after !== undefined, (query) => query.where('id', '>', filter.after ?? ''))\n        .orderBy('id')",
    because: 'Whoever asks goes on behind the last one that came; how many come at once is a question of memory.',
  },
  {
    file: 'agents/agents.service.ts',
    from: '100',
    to: '100 + 1',
    because: 'How many are read for one announcement; each is told by itself.',
  },
  {
    file: 'http/address.ts',
    from: 'isIPv4(request.ip)',
    to: 'false',
    because: 'An IPv4 address is written alike by the way below; this one is only quicker.',
  },
  {
    file: 'commands/command-views.repo.ts',
    from: 'user_id === null || username === null',
    to: 'username === null',
    because: 'Both come from one row, or from none.',
  },
  {
    file: 'http/origins.ts',
    from: 'host !== lastOwn && !isOwnHost(host)',
    to: '!isOwnHost(host)',
    because: 'A host that was its own a moment before still is; this only spares reading it again.',
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
    because: 'Where there are so many there is an oldest one; that there is one is said for the types.',
  },
  {
    file: 'users/users.repo.ts',
    from: "db.selectFrom('users').select('id').limit(1)",
    to: "db.selectFrom('users').select('id')",
    because: 'The first row is taken either way; the others are only not read.',
  },
  {
    file: 'users/users.repo.ts',
    from: "db\n        .selectFrom('users')\n        .select('id')\n        .where('role', '=', 'admin')\n        .where('is_active', '=', 1)\n        .limit(1)",
    to: "db\n        .selectFrom('users')\n        .select('id')\n        .where('role', '=', 'admin')\n        .where('is_active', '=', 1)",
    because: 'The first row is taken either way; the others are only not read.',
  },
  {
    file: 'agents/agent-patch.ts',
    from: '1000',
    to: '1000 + 1',
    because: 'A name is held to fewer letters afterwards, with a refusal of the same kind.',
  },
  {
    file: 'agents/agent-patch.ts',
    from: '1000',
    to: '1000 + 1',
    before: 1,
    because: 'A tag is held to fewer letters afterwards, with a refusal of the same kind.',
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
  {
    file: 'telemetry/telemetry.repo.ts',
    from: `await sql\`
      insert into records (id, agent_ref, at, data_type, tags, body)
      select given.id, given.agent_ref, given.at, given.data_type, given.tags, given.body
      from \${given} as given \${isNew}\`.execute(db)`,
    to: `sql\`
      insert into records (id, agent_ref, at, data_type, tags, body)
      select given.id, given.agent_ref, given.at, given.data_type, given.tags, given.body
      from \${given} as given \${isNew}\`.execute(db)`,
    because: 'The statements of a transaction go to the database in order, and the commit comes after them.',
  },
  {
    file: 'telemetry/bucket.ts',
    from: 'min[n] ?? value',
    to: 'min[n]',
    because: 'Every bucket has a number for each name of its set; the fallback is for the types.',
  },
  {
    file: 'dashboard/trash.repo.ts',
    from: "await db\n        .updateTable('pages')\n        .set((eb) => ({\n          deleted_at: null,\n          slug,\n          sort: order,\n          active: active ? 1 : 0,\n          version: eb('version', '+', 1),\n        }))\n        .where('id', '=', id)\n        .execute()",
    to: "db\n        .updateTable('pages')\n        .set((eb) => ({\n          deleted_at: null,\n          slug,\n          sort: order,\n          active: active ? 1 : 0,\n          version: eb('version', '+', 1),\n        }))\n        .where('id', '=', id)\n        .execute()",
    because: 'The statements of a transaction go to the database in order, and the commit comes after them.',
  },
  {
    file: 'dashboard/changes.ts',
    from: '!main',
    to: 'false',
    because: 'What is read is what the same transaction has just written; that it is there is said for the types.',
  },
  {
    file: 'dashboard/widgets.repo.ts',
    from: "db\n        .selectFrom('widgets')\n        .innerJoin('pages', 'pages.id', 'widgets.page_id')\n        .innerJoin('users', 'users.id', 'pages.user_id')\n        .select(['widgets.id', 'widgets.meta', 'widgets.config', 'users.username as owner'])\n        .select(['pages.name as page', 'pages.deleted_at as deletedAt'])\n        .where('widgets.id', '>', after)\n        .orderBy('widgets.id')\n        .limit(limit)",
    to: "db\n        .selectFrom('widgets')\n        .innerJoin('pages', 'pages.id', 'widgets.page_id')\n        .innerJoin('users', 'users.id', 'pages.user_id')\n        .select(['widgets.id', 'widgets.meta', 'widgets.config', 'users.username as owner'])\n        .select(['pages.name as page', 'pages.deleted_at as deletedAt'])\n        .where('widgets.id', '>', after)\n        .orderBy('widgets.id')",
    because: 'Whoever asks goes on behind the last one that came; how many come at once is a question of memory.',
  },
  {
    file: 'commands/commands.repo.ts',
    from: 'await executeUnread(db, { compile: () => take.compile(db) })',
    to: 'executeUnread(db, { compile: () => take.compile(db) })',
    because: 'PostgreSQL alone takes the lock, and it goes there with the next statement, whoever waits for it.',
  },
]
