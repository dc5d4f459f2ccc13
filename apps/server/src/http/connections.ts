import { readFileSync } from 'node:fs'
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import ipaddr from 'ipaddr.js'
import { networkOf } from './address.ts'

/** Files that the process itself needs: databases, packages, what it asks of others. */
const OWN_FILES = 256
/** Each costs some KB, however many files there may be; and some there must be, however few. */
const MOST = 50_000
const LEAST = 64
/** Where the system does not say how many files a process may have open. */
const USUAL_FILES = 10_240
/** Of one address, a part of all that there may be: a hall of displays that all begin anew once the power is back. */
const OF_ADDRESS_SHARE = 1 / 8
/** And a room full of browsers that open the sign-in at once, however few there may be. */
const OF_ADDRESS_LEAST = 256

/** Whoever has fewer never gives way. */
const OF_KNOWN_LEAST = 64

export type Connections = {
  /** Somebody who may come in uses this connection: it is a stranger's no more. */
  know(socket: Socket, whose: string): void
}

/** How many files this process may have open. */
function openFilesMax(): number {
  try {
    const limits = readFileSync('/proc/self/limits', 'utf8')
    return Number(/^Max open files\s+(\d+)/m.exec(limits)?.[1] ?? USUAL_FILES)
  } catch {
    return USUAL_FILES
  }
}

/** How many connections there may be in all: as many as leave the process its own files. */
export const connectionsMax = (): number => Math.min(MOST, Math.max(LEAST, openFilesMax() - OWN_FILES))

/** How many connections of strangers, or requests of theirs through a proxy, there may be of one address. */
export const ofAddressMax = (max: number): number => Math.max(OF_ADDRESS_LEAST, Math.floor(max * OF_ADDRESS_SHARE))

/**
 * Bounds connections. One on which nobody has shown yet who they are is a stranger's: there are so many of one address,
 * and half of all of them at most; the oldest gives way to a new one. So no number of strangers shuts anybody out who is
 * signed in, no agent and no display; nor does anybody who is known. A trusted proxy is no stranger.
 */
export function boundConnections(
  server: Server,
  max: number,
  isProxy: (address: string, hop: number) => boolean,
): Connections {
  const strangers = new Map<Socket, string>()
  const ofAddress = new Map<string, Set<Socket>>()
  /** Those that are strangers' no more, by whose they are. */
  const known = new Map<string, Set<Socket>>()
  const holders = new Map<Socket, string>()
  let total = 0

  function know(socket: Socket, whose: string): void {
    // A proxy's are everybody's.
    if (!strangers.has(socket)) return
    forget(socket)
    known.set(whose, (known.get(whose) ?? new Set()).add(socket))
    holders.set(socket, whose)
  }

  function forget(socket: Socket): void {
    const whose = holders.get(socket)
    holders.delete(socket)
    const theirs = whose === undefined ? undefined : known.get(whose)
    theirs?.delete(socket)
    if (whose !== undefined && theirs?.size === 0) known.delete(whose)
    const network = strangers.get(socket)
    if (network === undefined) return
    strangers.delete(socket)
    const others = ofAddress.get(network)
    others?.delete(socket)
    if (others?.size === 0) ofAddress.delete(network)
  }

  function end(socket: Socket | undefined): void {
    if (!socket) return
    forget(socket)
    socket.destroy()
  }

  /** The oldest connection of whoever has most of them, where those are many. */
  function ofFullest(): Socket | undefined {
    let fullest: Set<Socket> | undefined
    for (const theirs of known.values()) {
      if (theirs.size > (fullest?.size ?? OF_KNOWN_LEAST)) fullest = theirs
    }
    return fullest?.values().next().value
  }

  function addStranger(socket: Socket, address: string): void {
    const network = networkOf(address)
    const others = ofAddress.get(network) ?? new Set()
    ofAddress.set(network, others.add(socket))
    strangers.set(socket, network)
    const [oldestThere] = others
    const [oldest] = strangers.keys()
    if (others.size > ofAddressMax(max)) end(oldestThere)
    else if (strangers.size > max / 2) end(oldest)
  }

  server.on('connection', (socket) => {
    total += 1
    socket.once('close', () => {
      total -= 1
      forget(socket)
    })
    const address = plain(socket.remoteAddress ?? '')
    if (!isProxy(address, 0)) addStranger(socket, address)
    if (total <= max) return
    const [stranger = socket] = strangers.keys()
    end(stranger === socket ? (ofFullest() ?? socket) : stranger)
  })
  return { know }
}

/** An IPv4 address that is wrapped in an IPv6 one, unwrapped. */
const plain = (address: string): string => (ipaddr.isValid(address) ? ipaddr.process(address).toString() : address)
