import { type AddressRange, parseRange } from '#server/net/addresses.ts'

/** What ALLOW_PRIVATE_HOSTS holds where a test's servers stand on this machine. */
export const loopback = [parseRange('127.0.0.1')].filter((range): range is AddressRange => range !== null)
