import { isIP } from 'node:net'
import type { Names } from '#server/net/names.ts'

/** Resolves every name to these addresses, which a test may change. */
export const resolveTo = (addresses: readonly string[]): Names => ({
  find: async () => addresses.map((address) => ({ address, family: isIP(address) })),
  services: async () => [],
})
