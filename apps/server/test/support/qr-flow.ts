import { auth, type SignedIn } from '@atalaya/contract/auth'
import { qr } from '@atalaya/contract/qr'
import type { Route } from '@atalaya/contract/route'
import { createJar, PASSWORD } from '@atalaya/testbed/people'
import type { TestApp } from './test-app.ts'

const DEVICE_B = { 'user-agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Safari/604.1' }

export type Jar = ReturnType<typeof createJar>
export const adminCredentials = { username: 'admin', password: PASSWORD }

let networks = 0

/** Two browsers in one network of their own. Device A shows a QR code to be signed in; device B approves it. */
export function createQrFlow(app: TestApp) {
  const network = `192.0.2.${(++networks % 250) + 1}`
  const deviceA = createJar()
  const deviceB = createJar()

  /** Makes a call from the browser with these cookies. */
  async function as(jar: Jar, route: Route, options: object = {}, headers = {}) {
    const reply = await app.call(route, { from: network, ...options, headers: { ...jar.headers(), ...headers } })
    jar.take(reply.headers)
    return reply
  }
  const generate = async (): Promise<string> => (await as(deviceA, qr.generate)).body.data.code
  const poll = (code: string, jar = deviceA) => as(jar, qr.status, { params: { code } })
  const scan = (code: string, jar = deviceB) => as(jar, qr.scan, { body: { code } }, DEVICE_B)
  const approve = (code: string, credentials = adminCredentials, jar = deviceB) =>
    as(jar, qr.authenticate, { body: { code, ...credentials } }, DEVICE_B)

  return {
    network,
    deviceA,
    deviceB,
    as,
    generate,
    poll,
    scan,
    approve,
    meStatus: async (token: string): Promise<number> => (await app.call(auth.me, {}, token)).status,

    async signInBoth(): Promise<{ code: string; sessionA: SignedIn; sessionB: SignedIn }> {
      const code = await generate()
      await scan(code)
      const sessionB = (await approve(code)).body.data
      const sessionA = (await poll(code)).body.data
      return { code, sessionA, sessionB }
    },
  }
}
export type QrFlow = ReturnType<typeof createQrFlow>
