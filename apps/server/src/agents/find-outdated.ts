import { orderKey } from '#server/domain/agent-index-columns.ts'
import type { ReadAgentFile } from './agent-file.ts'
import type { AgentsRepo } from './agents.repo.ts'

/** The reference agent reports the version `0.1.0+1a2b3c4d`: after the plus the beginning of its file's SHA-256. */
const MARK = '+'
const FINGERPRINT_LENGTH = 8
/** Maximum of versions that are read: more than a fleet has. Agents may report any version. */
const VERSIONS_MAX = 1000

/** Finds the sort keys of the reference agent's versions that an update would replace. */
export function createFindOutdated(repo: Pick<AgentsRepo, 'distinctValues'>, readAgentFile: ReadAgentFile) {
  return async (): Promise<string[]> => {
    // If the agent was not built, there is nothing to update to.
    const file = await readAgentFile().catch(() => null)
    if (!file) return []
    const current = orderKey(MARK + file.sha256.slice(0, FINGERPRINT_LENGTH))
    return (await repo.distinctValues('version_key', {}, VERSIONS_MAX)).filter(
      (key) => key.includes(MARK) && !key.endsWith(current),
    )
  }
}
export type FindOutdated = ReturnType<typeof createFindOutdated>
