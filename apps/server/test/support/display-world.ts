import { displayScreen } from '@atalaya/contract/display-screen'
import { displays } from '@atalaya/contract/displays'
import type { Route } from '@atalaya/contract/route'
import { createJar } from '@atalaya/testbed/people'
import type { CallOptions, TestApp } from './test-app.ts'

export const kitchenDisplay = { name: 'Kitchen', zone: 'Europe/Vienna', entries: [] }
export const report = {
  pageId: null,
  version: '0.1.0',
  width: 1280,
  height: 720,
  memoryBytes: 50_000_000,
  stillMs: 0,
}

let networks = 0

/** Browser of a display, in a network of its own; `from` is its IP address. */
export function createScreen(app: Pick<TestApp, 'call'>, from = `198.18.${++networks % 250}.1`) {
  const jar = createJar()
  let credential = ''

  async function call(route: Route, options: CallOptions = {}, token?: string) {
    const reply = await app.call(route, { from, ...options, headers: { ...jar.headers(), ...options.headers } }, token)
    jar.take(reply.headers)
    return reply
  }
  const begin = async () => (await call(displayScreen.begin)).body.data
  /** Polls the state of a code, and stores the credential once there is one. */
  async function poll(code: string) {
    const { data } = (await call(displayScreen.status, { params: { code } })).body
    credential = data.token ?? credential
    return data
  }

  return {
    from,
    jar,
    call,
    begin,
    poll,
    /** Makes a call as this display. */
    as: (route: Route, options: CallOptions = {}) => call(route, options, credential),
    credential: () => credential,
    sendReport: (screen: string, changes: object = {}) =>
      call(displayScreen.report, { body: { screen, report: { ...report, ...changes } } }, credential),
    self: async () => (await call(displayScreen.self, {}, credential)).body.data.display,

    /** Pairs as a display of this access token's owner. */
    async pairWith(accessToken: string, fields: object = {}): Promise<string> {
      const { code } = await begin()
      const reply = await app.call(displays.pair, { body: { ...kitchenDisplay, code, ...fields } }, accessToken)
      if (reply.status !== 200) throw new Error(`not paired: ${reply.body.error}`)
      await poll(code)
      return reply.body.data.display._id
    },
  }
}
export type Screen = ReturnType<typeof createScreen>
