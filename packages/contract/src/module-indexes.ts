import { z } from 'zod'
import { boundedText } from './bounded-text.ts'
import { publicKey } from './module-index.ts'
import { modulePackage } from './module-packages.ts'
import { moduleId, modulePermissions, moduleVersion } from './modules.ts'
import { route } from './route.ts'
import { id, idParams, instant, nothing } from './scalars.ts'

/** Maximum indexes that one installation follows. */
export const INDEXES_MAX = 5
/** Maximum modules in one answer. */
export const INDEXED_PAGE_MAX = 50

const address = boundedText(500, 'An address has at most 500 characters')
  .trim()
  .max(500, 'An address has at most 500 characters')
  .pipe(z.url({ protocol: /^https?$/, error: 'Enter the web address of the index', abort: true }))
  .refine((text) => new URL(text).username === '', 'The address must hold no name and password')
  .transform((text) => new URL(text).href)

/** An index found at an address, before anybody trusts its key. */
export const foundIndex = z.object({
  address: z.string(),
  key: publicKey,
  name: z.string(),
  serial: z.int(),
  madeAt: instant,
  moduleCount: z.int(),
})
export type FoundIndex = z.infer<typeof foundIndex>

/** An index that this installation follows. */
export const followedIndex = foundIndex.extend({
  _id: id,
  lookedAt: instant,
  /** Reason why the last update failed; the last good index stays in force. */
  fault: z.string().nullable(),
  /** The different key that signed the index at the last update. */
  otherKey: publicKey.nullable(),
})
export type FollowedIndex = z.infer<typeof followedIndex>

/** A module of an index, and its state in this installation. */
export const indexedModule = z.object({
  indexId: id,
  indexName: z.string(),
  id: moduleId,
  name: z.string(),
  description: z.string(),
  /** Newest version that runs on this Atalaya; null if there is none, and `whyNot` says why. */
  offer: z
    .object({ version: moduleVersion, size: z.int(), permissions: modulePermissions, publisher: publicKey })
    .nullable(),
  whyNot: z.string().nullable(),
  /** Newest version that is installed, running or not. */
  installed: moduleVersion.nullable(),
  isUpdate: z.boolean(),
  /** This id was installed by another publisher or by hand, so the offer needs a new consent. */
  isOtherPublisher: z.boolean(),
  /** Publisher whose key was accepted; null if installed by hand. */
  acceptedPublisher: publicKey.nullable(),
})
export type IndexedModule = z.infer<typeof indexedModule>

const oneIndex = z.object({ index: followedIndex })

export const moduleIndexes = {
  list: route({
    method: 'GET',
    path: '/api/v1/modules/indexes',
    access: 'admin',
    scope: 'server:read',
    summary: 'Indexes of modules that this installation follows',
    data: z.object({ indexes: z.array(followedIndex) }),
  }),
  find: route({
    method: 'POST',
    path: '/api/v1/modules/indexes/find',
    access: 'admin',
    scope: null,
    summary: 'Fetch the index at an address and show whose it is; nothing is kept',
    body: z.strictObject({ address }),
    fails: [429, 502],
    data: z.object({ index: foundIndex }),
  }),
  add: route({
    method: 'POST',
    path: '/api/v1/modules/indexes',
    access: 'admin',
    scope: null,
    summary: 'Follow an index; `key` is the one that the administrator has confirmed',
    body: z.strictObject({ address, key: publicKey }),
    fails: [409, 429, 502],
    data: oneIndex,
  }),
  look: route({
    method: 'POST',
    path: '/api/v1/modules/indexes/:id/look',
    access: 'admin',
    scope: null,
    summary: 'Look at an index now; `fault` says what is wrong with it',
    params: idParams,
    fails: [429],
    data: oneIndex,
  }),
  acceptKey: route({
    method: 'POST',
    path: '/api/v1/modules/indexes/:id/key',
    access: 'admin',
    scope: null,
    summary: 'Accept another key for an index, as the administrator has confirmed it',
    params: idParams,
    body: z.strictObject({ key: publicKey }),
    fails: [409, 429, 502],
    data: oneIndex,
  }),
  remove: route({
    method: 'DELETE',
    path: '/api/v1/modules/indexes/:id',
    access: 'admin',
    scope: null,
    summary: 'Follow an index no longer; what was installed from it stays',
    params: idParams,
    data: nothing,
  }),
  modules: route({
    method: 'GET',
    path: '/api/v1/modules/indexed',
    access: 'admin',
    scope: 'server:read',
    summary: 'Modules of all indexes by name, or those alone that have an update',
    query: z.object({
      query: boundedText(100).trim().max(100).optional(),
      only: z.enum(['updates']).optional(),
      offset: z.coerce.number().int().min(0).max(10_000).default(0),
      limit: z.coerce.number().int().min(1).max(INDEXED_PAGE_MAX).default(24),
    }),
    data: z.object({ modules: z.array(indexedModule), total: z.int() }),
  }),
  install: route({
    method: 'POST',
    path: '/api/v1/modules/indexes/:id/modules/:moduleId/install',
    access: 'admin',
    scope: null,
    summary: 'Install a version from an index; `newPublisher` accepts another publisher than before',
    params: z.object({ id, moduleId }),
    body: z.strictObject({ version: moduleVersion, newPublisher: publicKey.optional() }),
    fails: [409, 429, 502],
    data: z.object({
      package: modulePackage,
      version: moduleVersion,
      /** False until an administrator accepts its permissions. */
      isActive: z.boolean(),
    }),
  }),
}
