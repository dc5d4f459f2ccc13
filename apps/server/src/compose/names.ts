import { createFairQueue } from '@atalaya/module-sdk/fair-queue'
import { createNames } from '#server/net/names.ts'

const WAITING_MAX = 500

const refusal = () => new Error('Too many DNS lookups at once')

/** Names as users and modules give them. Of the two that the system looks for at a time one stays the server's own. */
export function createForeignNames() {
  const inTurn = createFairQueue({ parallel: 1, waitingMax: WAITING_MAX, refusal })
  return createNames({ inTurn: (ownerKey, work) => inTurn({ group: ownerKey, member: '' }, work) })
}
