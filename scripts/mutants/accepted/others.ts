import type { Accepted } from './mutant.ts'

export const acceptedElsewhere: Accepted[] = [
  {
    file: 'agents/agent-patch.ts',
    from: '100',
    to: '100 + 1',
    because: 'A list of tags is held to fewer afterwards, with a refusal of the same kind.',
  },
  {
    file: 'agents/agent-changes.ts',
    from: "await writeAudit(repos, 'agent.released', by, agent)",
    to: "writeAudit(repos, 'agent.released', by, agent)",
    because: 'The statements of a transaction go to the database in order, and the commit comes after them.',
  },
  {
    file: 'agents/agents.service.ts',
    from: '100',
    to: '100 + 1',
    because: 'Number read for one announcement; each is announced by itself.',
  },
  {
    file: 'commands/command-views.repo.ts',
    from: 'user_id === null || username === null',
    to: 'username === null',
    because: 'Both come from one row, or from none.',
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
    because: 'It reads the rows that the same transaction has just written; the check is there for the types.',
  },
  {
    file: 'commands/commands.repo.ts',
    from: 'await executeUnread(db, { compile: () => take.compile(db) })',
    to: 'executeUnread(db, { compile: () => take.compile(db) })',
    because:
      'PostgreSQL alone takes the lock, and it goes there with the next statement, also if nothing waits for it.',
  },
  {
    file: 'audit/audit.repo.ts',
    from: '1',
    to: '1 + 1',
    because: 'Entries of one millisecond are counted in twos: in the same order.',
  },
  {
    file: 'audit/audit-search.ts',
    from: '250',
    to: '250 + 1',
    because: 'The number of entries that are read at once changes only the time.',
  },
  {
    file: 'audit/audit-search.ts',
    from: 'words.length === 0 && !about',
    to: 'false',
    because: 'Every entry passes a search for nothing, by a slower way.',
  },
  {
    file: 'secrets/secret-key.ts',
    from: 'true',
    to: 'false',
    because: 'Only a loss of power shows that a file was not yet on the disk.',
  },
  {
    file: 'charts/src/axis.ts',
    from: '0',
    to: '0 + 1',
    because: 'Steps of ten and more are whole numbers, with a digit behind the point or without.',
  },
]
