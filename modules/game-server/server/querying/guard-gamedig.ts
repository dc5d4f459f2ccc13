import type { Socket } from 'node:net'
import { parseJson } from '@atalaya/module-sdk/server'
import { protocols } from 'gamedig'
import Bunzip from 'seek-bzip'
import type { WebRequest } from './messages.ts'

type WebRequestOptions = Omit<Partial<WebRequest>, 'url'> & {
  url: string
  json?: unknown
  responseType?: 'json' | 'text'
}
/** Makes an HTTP request by the source's own client, which refuses internal addresses. */
export type RequestWeb = (request: WebRequest) => Promise<{ status: number; body: Uint8Array }>
type Query = {
  options: { address: string; host: string; web: RequestWeb }
  received?: number
  tcpPing(): Promise<void>
}
type OnSocket = (socket: Socket) => Promise<unknown>
type OnPacket = (packet: Buffer) => unknown
type Core = {
  prototype: {
    request: unknown
    withTcp(work: OnSocket, port?: number): Promise<unknown>
    udpSend(packet: Buffer, onPacket?: OnPacket, onTimeout?: () => unknown): Promise<unknown>
  }
}

const OK_STATUS = 200
/** Bounds of one query; a full game server sends some 20 KB. */
const TCP_MAX_BYTES = 1024 * 1024
const UDP_MAX_BYTES = 1024 * 1024
const UNPACKED_MAX_BYTES = 256 * 1024

/**
 * Bounds gamedig's traffic, and its targets.
 * - Some games are asked over HTTP. Gamedig would connect by itself and follow redirects anywhere. This replaces
 *   its client by the source's own; a query brings that along as its option `web`.
 * - Over TCP and UDP it would keep everything until its timeout, and connect to any address. This ends a query with too
 *   much data, or with a changed address.
 * - It would unpack answers of Source servers (bzip2) of any size.
 */
export function guardGamedig(): void {
  const core = Object.getPrototypeOf(protocols.quake2) as Core
  const { withTcp, udpSend } = core.prototype

  core.prototype.withTcp = async function bounded(this: Query, work: OnSocket, port?: number) {
    refuseChangedAddress(this)
    const bound: OnSocket = (socket) => {
      socket.on('data', () => {
        if (socket.bytesRead > TCP_MAX_BYTES) socket.destroy()
      })
      return work(socket)
    }
    return withTcp.call(this, bound, port)
  }

  core.prototype.udpSend = async function bounded(this: Query, packet, onPacket, onTimeout) {
    refuseChangedAddress(this)
    const bound = (received: Buffer) => {
      this.received = (this.received ?? 0) + received.length
      if (this.received > UDP_MAX_BYTES) throw new Error('It says too much')
      return onPacket?.(received)
    }
    return udpSend.call(this, packet, onPacket && bound, onTimeout)
  }

  core.prototype.request = async function request(
    this: Query,
    { url, json, body, responseType, ...options }: WebRequestOptions,
  ) {
    await this.tcpPing()
    const { method = 'GET', headers = {} } = options
    const sentBody = json === undefined ? body : JSON.stringify(json)
    const typeHeader: Record<string, string> = json === undefined ? {} : { 'content-type': 'application/json' }
    const answer = await this.options.web({ url, method, headers: { ...typeHeader, ...headers }, body: sentBody })
    if (answer.status !== OK_STATUS) throw new Error(`Bad status code: ${answer.status}`)
    const text = Buffer.from(answer.body).toString('utf8')
    return responseType === 'json' ? parseJson(text) : text
  }

  const { decode } = Bunzip
  Bunzip.decode = (packed) => {
    const bytes = Buffer.alloc(UNPACKED_MAX_BYTES)
    let length = 0
    decode(packed, {
      writeByte(byte) {
        if (length === UNPACKED_MAX_BYTES) throw new Error('It unpacks to too much')
        bytes[length++] = byte
      },
    })
    return bytes.subarray(0, length)
  }
}

/** Refuses an address that gamedig has changed: only the original one was checked. */
function refuseChangedAddress({ options: { address, host } }: Query): void {
  if (address !== host) throw new Error(`${address} was not judged`)
}
