import { AsyncLocalStorage } from 'node:async_hooks'
import type { LookupAddress, LookupOptions } from 'node:dns'
import { type AddressRange, mayConnect } from './addresses.ts'
import type { Names } from './names.ts'

/** Looks names up for a user, and keeps only the addresses to which the server may connect. */
export function createJudgedNames(names: Names, allowed: readonly AddressRange[]) {
  /** User of the present request. The HTTP client can't pass it to `lookup`. */
  const requester = new AsyncLocalStorage<string>()

  const ownerKey = (): string => requester.getStore() ?? ''

  /** Finds the allowed addresses of a name. @throws Error if it has none */
  async function addressesOf(hostname: string): Promise<LookupAddress[]> {
    const found = await names.find(hostname, ownerKey())
    const allowedAddresses = found.filter(({ address }) => mayConnect(address, allowed))
    if (allowedAddresses.length === 0) throw new Error(`${hostname} has only addresses that may not be connected to`)
    return allowedAddresses
  }

  return {
    addressesOf,

    /** Like `dns.lookup`. */
    lookup(
      hostname: string,
      options: LookupOptions,
      callback: (error: NodeJS.ErrnoException | null, address: string | LookupAddress[], family?: number) => void,
    ): void {
      addressesOf(hostname).then(
        (found) => (options.all ? callback(null, found) : callback(null, found[0]?.address ?? '', found[0]?.family)),
        (error: Error) => callback(error, []),
      )
    },

    /** Runs `work`; its look-ups wait in this user's queue. */
    onBehalfOf: <T>(user: string, work: () => T): T => requester.run(user, work),
    /** User of the present work. */
    ownerKey,
  }
}
