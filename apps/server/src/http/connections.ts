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

export type Connections = {
  /** Somebody who may come in uses this connection: it is a stranger's no more. */
  know(socket: Socket): void
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
 * signed in, no agent and no display. A trusted proxy is no stranger.
 */
export function boundConnections(
  server: Server,
  max: number,
  isProxy: (address: string, hop: number) => boolean,
): Connections {
  const strangers = new Map<Socket, string>()
  const ofAddress = new Map<string, Set<Socket>>()
  let total = 0

  function know(socket: Socket): void {
    const network = strangers.get(socket)
    if (network === undefined) return
    strangers.delete(socket)
    const others = ofAddress.get(network)
    others?.delete(socket)
    if (others?.size === 0) ofAddress.delete(network)
  }

  function end(socket: Socket | undefined): void {
    if (!socket) return
    know(socket)
    socket.destroy()
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
      know(socket)
    })
    const address = plain(socket.remoteAddress ?? '')
    if (!isProxy(address, 0)) addStranger(socket, address)
    // Those who are known fill all the room: there is none for a new one.
    if (total > max) end(strangers.keys().next().value ?? socket)
  })
  return { know }
}

/** An IPv4 address that is wrapped in an IPv6 one, unwrapped. */
const plain = (address: string): string => (ipaddr.isValid(address) ? ipaddr.process(address).toString() : address)
