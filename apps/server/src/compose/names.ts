import { createFairQueue } from '@atalaya/module-sdk/fair-queue'
import { createNames } from '#server/net/names.ts'

const WAITING_MAX = 500

const refusal = () => new Error('Too many DNS lookups at once')

/** Looks up host names that users and modules give, one at a time. Node runs two lookups at a time: one stays free. */
export function createForeignNames() {
  const inTurn = createFairQueue({ parallel: 1, waitingMax: WAITING_MAX, refusal })
  return createNames({ inTurn: (ownerKey, work) => inTurn({ group: ownerKey, member: '' }, work) })
}
