import { createServer, type OutgoingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createWidgetWorld, type WidgetWorld } from '#test/support/widget-world.ts'

type Framed = { framed: string; refusal: string | null }

let world: WidgetWorld
let site: Server
let origin: string
let sentHeaders: OutgoingHttpHeaders = {}

beforeAll(async () => {
  site = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://site.test')
    if (pathname === '/no-head' && request.method === 'HEAD') response.writeHead(405).end()
    else response.writeHead(200, sentHeaders).end('<p>All is well</p>')
  })
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`
  world = await createWidgetWorld()
})
afterAll(async () => {
  await world.close()
  site.close()
})

let requests = 0
/** Data of a new widget for a page that is sent with these headers. */
async function readFramed(path: string, headers: OutgoingHttpHeaders = {}): Promise<Framed> {
  sentHeaders = headers
  const address = `${origin}${path}?${requests++}`
  return (await world.readSettled(await world.addWidget('web-page', { address }))).data as Framed
}
const get = (url: string, headers: Record<string, string> = {}) => world.app.app.inject({ method: 'GET', url, headers })

describe('a page in a frame', () => {
  test('is shown in a document of ours without scripts, which only our pages may frame', async () => {
    const { framed: path, refusal } = await readFramed('/now"><script>alert(1)</script>')
    expect(refusal).toBeNull()
    const reply = await get(path, { host: '127.0.0.1:3000' })
    expect(reply.statusCode).toBe(200)
    expect(reply.headers['content-security-policy']).toBe(
      "sandbox allow-scripts allow-same-origin allow-forms; default-src 'none'; style-src 'unsafe-inline'; " +
        "frame-src http: https:; base-uri 'none'; form-action 'none'; frame-ancestors http://127.0.0.1:3000",
    )
    expect(reply.headers['x-frame-options']).toBeUndefined()
    expect(reply.headers['permissions-policy']).toContain('camera=()')
    expect(reply.body).toContain(`src="${origin}/now%22%3E%3Cscript%3Ealert(1)%3C/script%3E?0"`)
    expect(reply.body).not.toContain('<script')
  })

  test('has an address that can not be forged, and is refused if it is a page of ours', async () => {
    const { framed: path } = await readFramed('/today')
    expect((await get(`${path.slice(0, -3)}abc`)).statusCode).toBe(404)
    expect((await get(`/framed/${encodeURIComponent(origin)}`)).statusCode).toBe(404)
    expect((await get(path, { host: new URL(origin).host })).statusCode).toBe(404)
  })

  test.each([
    [{ 'x-frame-options': 'DENY' }, 'X-Frame-Options'],
    [{ 'content-security-policy': "frame-ancestors 'none'" }, 'Content-Security-Policy'],
  ])('with the header %j is reported as refusing by %s', async (headers, refusal) => {
    expect((await readFramed('/')).refusal).toBeNull()
    expect((await readFramed('/', headers)).refusal).toBe(refusal)
    expect((await readFramed('/no-head', headers)).refusal).toBe(refusal)
  })

  test('is shown even if the server can not reach it, because the browser may', async () => {
    const address = 'http://127.0.0.1:1/'
    const { data, error } = await world.readSettled(await world.addWidget('web-page', { address }))
    expect([data, error]).toMatchObject([{ address, refusal: null }, null])
  })

  test('has an error if its address is not a web address', async () => {
    const { error } = await world.readSettled(await world.addWidget('web-page', { address: 'ftp://example.org/' }))
    expect(error).toBe("Enter an address in this module's settings.")
  })
})
