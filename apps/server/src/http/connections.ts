import { readFileSync } from 'node:fs'
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import ipaddr from 'ipaddr.js'
import { networkOf } from './address.ts'

/** Files that the process itself needs: databases, packages, its own requests. */
const OWN_FILES = 256
/** Bounds of the number of connections, for any limit of open files. Each connection costs some KB. */
const CONNECTIONS_MAX = 50_000
const CONNECTIONS_MIN = 64
/** Usual limit of open files, if the system does not say it. */
const USUAL_FILES = 10_240
/** Maximum share of one address in all connections. A hall of displays may reconnect at once after a power cut. */
const ADDRESS_SHARE = 1 / 8
/** Minimum for one address: a room full of browsers may open the sign-in at once. */
const ADDRESS_MIN = 256

/** An owner with at most this many connections never loses one. */
const OWNER_MIN = 64

export type Connections = {
  /** Marks a connection as authenticated: it no longer counts as a stranger's. */
  markAuthenticated(socket: Socket, ownerKey: string): void
}

/** Limit of open files of this process. */
function openFilesMax(): number {
  try {
    const limits = readFileSync('/proc/self/limits', 'utf8')
    return Number(/^Max open files\s+(\d+)/m.exec(limits)?.[1] ?? USUAL_FILES)
  } catch {
    return USUAL_FILES
  }
}

/** Maximum of connections: all but the process's own files. */
export const connectionsMax = (): number =>
  Math.min(CONNECTIONS_MAX, Math.max(CONNECTIONS_MIN, openFilesMax() - OWN_FILES))

/** Maximum of strangers' connections of one address, or of their requests through a proxy. */
export const maxPerAddress = (max: number): number => Math.max(ADDRESS_MIN, Math.floor(max * ADDRESS_SHARE))

/**
 * Bounds connections. A connection is a stranger's until it has authenticated. Each address has a maximum of strangers,
 * and all together have half of the connections. The oldest gives way to a new one.
 *
 * So neither strangers nor any known owner shut out a signed-in user, an agent or a display. A trusted proxy is no
 * stranger.
 */
export function boundConnections(
  server: Server,
  max: number,
  isProxy: (address: string, hop: number) => boolean,
): Connections {
  /** Unauthenticated connections, oldest first, each with its network. */
  const strangers = new Map<Socket, string>()
  const byNetwork = new Map<string, Set<Socket>>()
  /** Authenticated connections, by owner. */
  const socketsByOwner = new Map<string, Set<Socket>>()
  const owners = new Map<Socket, string>()
  let total = 0

  function markAuthenticated(socket: Socket, ownerKey: string): void {
    // A proxy's connections carry requests of many callers.
    if (!strangers.has(socket)) return
    forget(socket)
    socketsByOwner.set(ownerKey, (socketsByOwner.get(ownerKey) ?? new Set()).add(socket))
    owners.set(socket, ownerKey)
  }

  function forget(socket: Socket): void {
    const ownerKey = owners.get(socket)
    owners.delete(socket)
    const sockets = ownerKey === undefined ? undefined : socketsByOwner.get(ownerKey)
    sockets?.delete(socket)
    if (ownerKey !== undefined && sockets?.size === 0) socketsByOwner.delete(ownerKey)
    const network = strangers.get(socket)
    if (network === undefined) return
    strangers.delete(socket)
    const ofNetwork = byNetwork.get(network)
    ofNetwork?.delete(socket)
    if (ofNetwork?.size === 0) byNetwork.delete(network)
  }

  function end(socket: Socket | undefined): void {
    if (!socket) return
    forget(socket)
    socket.destroy()
  }

  /** Oldest connection of the owner with the most, if they have more than the minimum. */
  function oldestOfFullest(): Socket | undefined {
    let fullest: Set<Socket> | undefined
    for (const sockets of socketsByOwner.values()) {
      if (sockets.size > (fullest?.size ?? OWNER_MIN)) fullest = sockets
    }
    return fullest?.values().next().value
  }

  function addStranger(socket: Socket, address: string): void {
    const network = networkOf(address)
    const ofNetwork = byNetwork.get(network) ?? new Set()
    byNetwork.set(network, ofNetwork.add(socket))
    strangers.set(socket, network)
    const [oldestOfNetwork] = ofNetwork
    const [oldest] = strangers.keys()
    if (ofNetwork.size > maxPerAddress(max)) end(oldestOfNetwork)
    else if (strangers.size > max / 2) end(oldest)
  }

  server.on('connection', (socket) => {
    total += 1
    socket.once('close', () => {
      total -= 1
      forget(socket)
    })
    const address = unwrapAddress(socket.remoteAddress ?? '')
    if (!isProxy(address, 0)) addStranger(socket, address)
    if (total <= max) return
    // Full: the oldest stranger gives way. Without an older one: the fullest owner's oldest connection, or the new one.
    const [stranger = socket] = strangers.keys()
    end(stranger === socket ? (oldestOfFullest() ?? socket) : stranger)
  })
  return { markAuthenticated }
}

/** Returns the IPv4 address inside an IPv6 one; any other address as it is. */
const unwrapAddress = (address: string): string =>
  ipaddr.isValid(address) ? ipaddr.process(address).toString() : address
