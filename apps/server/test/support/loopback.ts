import { type AddressRange, parseRange } from '#server/net/addresses.ts'

/** Value of ALLOW_PRIVATE_HOSTS for tests with servers on this machine. */
export const loopback = [parseRange('127.0.0.1')].filter((range): range is AddressRange => range !== null)
