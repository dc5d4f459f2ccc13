import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

export type AddressRange = ReturnType<typeof ipaddr.parseCIDR>

/** Ranges that no setting opens, as no intended service has such an address. */
const NEVER = new Set(['unspecified', 'multicast', 'broadcast', 'linkLocal'])
/**
 * Addresses at which clouds hand machines their credentials: Alibaba, Azure (its wire server is a public address),
 * Oracle, Amazon, Google. The one that most clouds use is link-local, so it is in `NEVER`.
 */
const METADATA = new Set(['100.100.100.200', '168.63.129.16', '192.0.0.192', 'fd00:ec2::254', 'fd20:ce::254'])
/** IPv4-compatible IPv6 addresses (deprecated): systems may still route them to the address inside. */
const IPV4_COMPATIBLE = ipaddr.parseCIDR('::/96')

/** Reads an address or a CIDR range; null if it is neither. */
export function parseRange(text: string): AddressRange | null {
  // Refuses short and octal spellings: they mean other addresses than people read.
  if (isIP(text.split('/')[0] ?? '') === 0) return null
  if (ipaddr.isValidCIDR(text)) return ipaddr.parseCIDR(text)
  if (!ipaddr.isValid(text)) return null
  const address = ipaddr.process(text)
  return [address, address.kind() === 'ipv4' ? 32 : 128]
}

/**
 * True if the server may connect to an address: any public one, and those that the administrator allows. An IPv4
 * address inside an IPv6 one is judged as IPv4.
 */
export function mayConnect(address: string, allowed: readonly AddressRange[]): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.process(address)
  const range = parsed.range()
  if (NEVER.has(range) || METADATA.has(parsed.toString())) return false
  if (allowed.some((network) => isIn(parsed, network))) return true
  return range === 'unicast' && !isIn(parsed, IPV4_COMPATIBLE)
}

/**
 * True for an address of a private network (RFC 1918, RFC 4193) that an administrator can allow. False for a host name,
 * and for an address that no setting opens.
 */
export function canBeAllowed(host: string): boolean {
  const [address] = parseRange(host) ?? []
  if (!address || host.includes('/')) return false
  return ['private', 'uniqueLocal'].includes(address.range()) && !METADATA.has(address.toString())
}

const isIn = (address: ipaddr.IPv4 | ipaddr.IPv6, range: AddressRange) =>
  address.kind() === range[0].kind() && address.match(range)
