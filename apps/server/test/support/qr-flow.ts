import { auth, type SignedIn } from '@atalaya/contract/auth'
import { qr } from '@atalaya/contract/qr'
import type { Route } from '@atalaya/contract/route'
import { createJar, PASSWORD } from '@atalaya/testbed/people'
import type { TestApp } from './test-app.ts'

const PHONE = { 'user-agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Safari/604.1' }

export type Jar = ReturnType<typeof createJar>
export const credentials = { username: 'keeper', password: PASSWORD }

let networks = 0

/** Two browsers in a network of their own: a wall that asks to be signed in, and a phone that does it. */
export function createQrFlow(app: TestApp) {
  const network = `192.0.2.${(++networks % 250) + 1}`
  const wall = createJar()
  const phone = createJar()

  async function as(jar: Jar, route: Route, options: object = {}, headers = {}) {
    const reply = await app.call(route, { from: network, ...options, headers: { ...jar.headers(), ...headers } })
    jar.take(reply.headers)
    return reply
  }
  const generate = async (): Promise<string> => (await as(wall, qr.generate)).body.data.code
  const poll = (code: string, jar = wall) => as(jar, qr.status, { params: { code } })
  const scan = (code: string, jar = phone) => as(jar, qr.scan, { body: { code } }, PHONE)
  const approve = (code: string, given = credentials, jar = phone) =>
    as(jar, qr.authenticate, { body: { code, ...given } }, PHONE)

  return {
    network,
    wall,
    phone,
    as,
    generate,
    poll,
    scan,
    approve,
    me: async (token: string): Promise<number> => (await app.call(auth.me, {}, token)).status,

    async signInBoth(): Promise<{ code: string; first: SignedIn; second: SignedIn }> {
      const code = await generate()
      await scan(code)
      const second = (await approve(code)).body.data
      const first = (await poll(code)).body.data
      return { code, first, second }
    },
  }
}
export type QrFlow = ReturnType<typeof createQrFlow>
