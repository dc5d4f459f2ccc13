import type { IndexKill } from '@atalaya/contract/module-index'
import type { Repos } from '#server/compose/repos.ts'

/** Maximum characters of the details in the audit log. */
const DETAILS_MAX = 500

/**
 * Stops the versions from an index that its list of kills names, and releases those that it no longer names. Records
 * the changed ones; false if none changed. Runs inside a transaction.
 */
export async function stopVersions(
  { packages, audit }: Pick<Repos, 'audit' | 'packages'>,
  { id, name }: { id: string; name: string },
  kills: readonly IndexKill[],
  now: number,
): Promise<boolean> {
  const changed = await packages.stopVersions(id, kills)
  if (changed.length === 0) return false
  const by = { userId: null, username: 'the server', ip: '' }
  const details = changed.join(', ').slice(0, DETAILS_MAX)
  await audit.insert(now, { action: 'module.stopped', by, target: { id, name }, details })
  return true
}
