import type { Socket } from 'node:net'
import type { Net } from '@atalaya/module-sdk/server'
import { protocols } from 'gamedig'

type Asked = {
  url: string
  method?: 'GET' | 'POST'
  headers?: Record<string, string>
  body?: string
  json?: unknown
  responseType?: 'json' | 'text'
}
type Query = { options: { net: Net }; tcpPing(): Promise<void> }
type OnSocket = (socket: Socket) => Promise<unknown>
type Core = { prototype: { request: unknown; withTcp(work: OnSocket, port?: number): Promise<unknown> } }

const GOOD = 200
const TCP_MAX_BYTES = 1024 * 1024

/**
 * Some games are asked over HTTP, for which gamedig would go out by itself and follow redirects anywhere: this puts the
 * source's own way out in the place of it; a query brings it along as its option `net`. Over TCP it would keep whatever
 * comes until its time is up: this ends a connection that says too much.
 */
export function guardGamedig(): void {
  const core = Object.getPrototypeOf(protocols.quake2) as Core
  const { withTcp } = core.prototype
  core.prototype.withTcp = function bounded(this: unknown, work: OnSocket, port?: number) {
    const bound: OnSocket = (socket) => {
      socket.on('data', () => {
        if (socket.bytesRead > TCP_MAX_BYTES) socket.destroy()
      })
      return work(socket)
    }
    return withTcp.call(this, bound, port)
  }
  core.prototype.request = async function request(this: Query, { url, json, body, responseType, ...asked }: Asked) {
    await this.tcpPing()
    const { method = 'GET', headers = {} } = asked
    const sent = json === undefined ? { body } : { body: JSON.stringify(json) }
    const type: Record<string, string> = json === undefined ? {} : { 'content-type': 'application/json' }
    const answer = await this.options.net.request(url, { method, headers: { ...type, ...headers }, ...sent })
    if (answer.status !== GOOD) throw new Error(`Bad status code: ${answer.status}`)
    return responseType === 'json' ? answer.json() : answer.body.toString('utf8')
  }
}
