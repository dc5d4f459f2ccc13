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

const GOOD = 200

/**
 * Some games are asked over HTTP, for which gamedig would go out by itself and follow redirects anywhere. This puts the
 * source's own way out in the place of it; a query brings it along as its option `net`.
 */
export function guardHttp(): void {
  const core = Object.getPrototypeOf(protocols.quake2) as { prototype: { request: unknown } }
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
