import type { NetworkInterfaceInfo } from 'node:os'

type Interfaces = NodeJS.Dict<Pick<NetworkInterfaceInfo, 'address' | 'family' | 'internal'>[]>

/** Interfaces to containers and virtual machines on this machine. Other machines can't reach their addresses. */
const BRIDGE = /^(docker|br-|veth|virbr|vmnet|vboxnet)/
const LINK_LOCAL = /^169\.254\./

/** True if a server that listens on `host` is reached under every address of this machine. */
const isEverywhere = (host: string) => host === '0.0.0.0' || host === '::'

/** URLs of a server, as people open them: this machine's own first, then those that its network knows. */
export function serverAddresses(host: string, port: number, interfaces: Interfaces): string[] {
  if (!isEverywhere(host)) return [urlOf(host, port)]
  const networkAddresses = Object.entries(interfaces)
    .filter(([name]) => !BRIDGE.test(name))
    .flatMap(([, infos = []]) => infos)
    .filter(({ family, internal, address }) => family === 'IPv4' && !internal && !LINK_LOCAL.test(address))
  return ['127.0.0.1', ...networkAddresses.map(({ address }) => address)].map((address) => urlOf(address, port))
}

const urlOf = (host: string, port: number) => `http://${host.includes(':') ? `[${host}]` : host}:${port}`
