import { BlockList, isIPv6, type Socket } from 'node:net'
import { type Net, SourceError } from '@atalaya/module-sdk/server'

const STARTTLS_PORT = 5222
/** Encrypted from the first byte (XEP-0368). */
const TLS_PORTS = new Set([443, 5223])

export type Address = { local: string; domain: string; bare: string }
type Endpoint = { host: string; port: number }

/** Normalises an address: 'Ada@Example.org' in any spelling, as the XMPP server will call it. */
export function readAddress(text: string): Address {
  const [, local = '', name = ''] = /^\s*(?:xmpp:)?([^@/\s"&'<>:]+)@([^@/\s"&'<>:]+)\s*$/i.exec(text) ?? []
  const domain = URL.canParse(`http://${name}`) ? new URL(`http://${name}`).hostname : ''
  if (local === '' || domain === '') throw new SourceError('Your XMPP address must be like ada@example.org')
  return { local: local.toLowerCase(), domain, bare: `${local.toLowerCase()}@${domain}` }
}

export const bareOf = (address: string): string => (address.split('/', 1)[0] ?? '').toLowerCase()
/** The part after the slash; empty if there is none. */
export const resourceOf = (address: string): string => address.slice(address.indexOf('/') + 1 || address.length)
export const localOf = (address: string): string => address.split('@', 1)[0] ?? ''

function readEndpoint(server: string): Endpoint {
  const [, name = '', port] = /^(.*?)(?::(\d{1,5}))?$/.exec(server.trim()) ?? []
  return { host: name, port: port === undefined ? STARTTLS_PORT : Number(port) }
}

/** Servers of a domain: the one that the user names, else those of its SRV records, else the domain itself. */
async function endpointsOf(domain: string, server: string, net: Net): Promise<Endpoint[]> {
  if (server.trim() !== '') return [readEndpoint(server)]
  const found = await net.services(`_xmpp-client._tcp.${domain}`)
  return found.length > 0 ? found : [{ host: domain, port: STARTTLS_PORT }]
}

export async function connect(domain: string, server: string, net: Net): Promise<{ socket: Socket; isTls: boolean }> {
  let cause: unknown
  for (const { host, port } of await endpointsOf(domain, server, net)) {
    try {
      return { socket: await net.connect(host, port), isTls: TLS_PORTS.has(port) }
    } catch (error) {
      cause = error
    }
  }
  throw new SourceError('The XMPP server does not answer at this address', { cause })
}

/** Loopback, and networks of RFC 1918 (private), RFC 6598 (shared) and RFC 4193 (unique local). */
const privateNetworks = new BlockList()
for (const [net, bits] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['100.64.0.0', 10],
] as const) {
  privateNetworks.addSubnet(net, bits)
}
privateNetworks.addAddress('::1', 'ipv6')
privateNetworks.addSubnet('fc00::', 7, 'ipv6')

/** True for addresses of private networks. A connection to one exists only if the administrator allows it. */
export const isPrivate = (address: string): boolean => privateNetworks.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
