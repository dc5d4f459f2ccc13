import { isIPv4 } from 'node:net'
import type { FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'

/** Maximum characters of an address that is no IP address. */
const ADDRESS_MAX = 64

/** Client address of a request, normalised: an IPv4 address inside an IPv6 one is unwrapped. */
export function addressOf(request: Pick<FastifyRequest, 'ip'>): string {
  if (isIPv4(request.ip)) return request.ip
  return ipaddr.isValid(request.ip) ? ipaddr.process(request.ip).toString() : request.ip.slice(0, ADDRESS_MAX)
}

/** Key of limits: the address, or for IPv6 its /64, which belongs to one customer. */
export const networkOf = (address: string): string => networkOfBits(address, 64)

/** The address, or for IPv6 its /48: the most that one customer usually gets. It has 65,536 networks of /64. */
export const ipv6SiteOf = (address: string): string => networkOfBits(address, 48)

/** The IPv6 network that the first bits name; any other address as it is. */
function networkOfBits(address: string, bits: number): string {
  if (!ipaddr.IPv6.isValid(address)) return address
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${address.split('%')[0]}/${bits}`).toString()}/${bits}`
}

/** True if two devices seem to be in one network. They have the same address or /64, or both have private ones. */
export function seemNear(one: string, other: string): boolean {
  return networkOf(one) === networkOf(other) || (isPrivate(one) && isPrivate(other))
}

function isPrivate(address: string): boolean {
  const localRanges = ['private', 'loopback', 'linkLocal', 'uniqueLocal']
  return ipaddr.isValid(address) && localRanges.includes(ipaddr.process(address).range())
}
