import type { FollowedIndex, IndexedModule } from '@atalaya/contract/module-indexes'
import type { ModulePackage } from '@atalaya/contract/module-packages'

/** Publisher's keys. */
export const KEY = 'A'.repeat(43)
export const OTHER_KEY = 'B'.repeat(43)
export const noPermissions = { origins: [], agents: false, storage: false }

export const anIndex = (fields: Partial<FollowedIndex> = {}): FollowedIndex => ({
  _id: 'ours',
  address: 'https://example.org/modules.index',
  key: KEY,
  name: 'Ours',
  serial: 3,
  madeAt: '2026-11-20T10:00:00Z',
  moduleCount: 2,
  lookedAt: '2026-11-26T10:00:00Z',
  fault: null,
  otherKey: null,
  ...fields,
})
export const anOffer = (fields: Partial<IndexedModule> = {}): IndexedModule => ({
  indexId: 'ours',
  indexName: 'Ours',
  id: 'clock',
  name: 'Clock',
  description: 'Tells the time',
  offer: { version: '1.1.0', size: 12_000, permissions: noPermissions, publisher: KEY },
  whyNot: null,
  installed: null,
  isUpdate: false,
  isOtherPublisher: false,
  acceptedPublisher: null,
  ...fields,
})
export const aPackage = (stopped: string | null = null): ModulePackage => ({
  id: 'clock',
  name: 'Clock',
  activeVersion: '1.0.0',
  accepted: noPermissions,
  isInPlaceOfOwn: false,
  versions: [
    {
      version: '1.0.0',
      installedAt: '2026-11-01T00:00:00Z',
      size: 10_000,
      fileCount: 3,
      sha256: 'ab'.repeat(32),
      permissions: noPermissions,
      stopped,
    },
  ],
})
