import type { ModuleMeta } from '@atalaya/contract/modules'

/** A module of the catalogue for tests. */
export function aMeta(fields: Partial<ModuleMeta> = {}): ModuleMeta {
  return {
    id: 'agent-status',
    name: 'Agent',
    version: '1.0.0',
    size: { width: 2, height: 2 },
    entry: 'src/index.tsx',
    permissions: { origins: [], agents: false, storage: false },
    isSandboxed: false,
    ...fields,
  }
}
