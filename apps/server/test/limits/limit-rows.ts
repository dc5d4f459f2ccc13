import { agentSync } from '@atalaya/contract/agent-sync'
import { agents } from '@atalaya/contract/agents'
import { auth } from '@atalaya/contract/auth'
import { commands } from '@atalaya/contract/commands'
import { integrations } from '@atalaya/contract/integrations'
import { moduleRequests } from '@atalaya/contract/module-requests'
import { moduleSuggestions } from '@atalaya/contract/module-suggestions'
import { qr } from '@atalaya/contract/qr'
import { someone } from '@atalaya/testbed/people'
import { type Rate, rates } from '#server/limits/limits.ts'
import { createQrFlow } from '#test/support/qr-flow.ts'
import type { TestApp } from '#test/support/test-app.ts'
import type { LimitWorld } from './limit-world.ts'

type Reply = Awaited<ReturnType<TestApp['call']>>
/** Traffic that brings a limit to its bound. */
type Traffic = {
  /** Sends the n-th request, from 0, that counts towards the limit. */
  sendCounted(n: number): Promise<Reply>
  /** Sends the same request for another network, user or resource. */
  sendForAnother(): Promise<Reply>
  /** Sends another kind of request with the same limit. */
  sendSharingLimit?(): Promise<Reply>
}
export type LimitRow = {
  /** The product's limit, if it is one of sign-in. */
  rate?: Rate
  /** Expected maximum, independent of the product's constant. */
  max: number
  windowMs: number
  /** Expected statuses within the bound. */
  answers: number[]
  /** The code of a refusal. */
  code: string
  traffic(world: LimitWorld): Promise<Traffic>
}

const MINUTE_MS = 60_000
const [HERE, ELSEWHERE] = ['198.51.100.1', '198.51.100.2']
/** Requests that check a password. Unknown QR codes make up the rest, since checking passwords takes long. */
const PASSWORDS = 20
const FAILURES = 300

async function failedSignInTraffic({ app }: LimitWorld): Promise<Traffic> {
  const flow = createQrFlow(app)
  const code = await flow.generate()
  await app.call(qr.scan, { body: { code }, from: HERE })
  const login = (username: string, from: string) =>
    app.call(auth.login, { body: { username, password: 'wrong' }, from })
  return {
    sendCounted(n) {
      const remaining = FAILURES - n
      const approve = (code: string) =>
        app.call(qr.authenticate, { body: { code, username: 'ada', password: 'wrong' }, from: HERE })
      const unknown = `unknown ${n}`
      if (remaining > PASSWORDS) {
        return n % 2 === 0 ? approve(unknown) : app.call(qr.scan, { body: { code: unknown }, from: HERE })
      }
      if (remaining === 1) return approve(code)
      // Each for another account, existing or not.
      return login(remaining === 2 ? 'ada' : remaining === 3 ? 'bob' : `nobody-${n}`, HERE)
    },
    sendForAnother: () => login('ada', ELSEWHERE),
    sendSharingLimit: () => app.call(qr.scan, { body: { code }, from: HERE }),
  }
}

async function widgetRequestTraffic({ as, addWidget }: LimitWorld): Promise<Traffic> {
  const widgets: string[] = []
  for (let n = 0; n < 6; n++) widgets.push(await addWidget('ada'))
  const othersWidget = await addWidget('bob')
  const ask = (who: string, widgetId = '') => as(who, moduleRequests.send, { body: { widgetId, name: 'nothing' } })
  return { sendCounted: (n) => ask('ada', widgets[n % widgets.length]), sendForAnother: () => ask('bob', othersWidget) }
}

/** Every limit that ends with its window, by the resource that it bounds. */
export const limitRows: Record<string, LimitRow> = {
  'new accounts of a network': {
    rate: rates.registrations,
    max: 20,
    windowMs: MINUTE_MS,
    answers: [200],
    code: 'auth.too_many',
    traffic: async ({ app }) => ({
      sendCounted: () => app.call(auth.register, { body: someone(), from: HERE }),
      sendForAnother: () => app.call(auth.register, { body: someone(), from: ELSEWHERE }),
    }),
  },
  'wrong passwords and codes of a network': {
    rate: rates.failedSignIns,
    max: FAILURES,
    windowMs: 15 * MINUTE_MS,
    answers: [401, 404],
    code: 'auth.too_many',
    traffic: failedSignInTraffic,
  },
  'refused refreshes of a network': {
    rate: rates.refusedRefreshes,
    max: 100,
    windowMs: MINUTE_MS,
    answers: [401],
    code: 'auth.too_many',
    traffic: async ({ app }) => ({
      sendCounted: (n) => app.call(auth.refresh, { body: { refreshToken: `rt_${n}` }, from: HERE }),
      sendForAnother: () => app.call(auth.refresh, { body: { refreshToken: 'rt_x' }, from: ELSEWHERE }),
    }),
  },
  'QR codes of one browser': {
    rate: rates.qrCodes,
    max: 10,
    windowMs: MINUTE_MS,
    answers: [200],
    code: 'auth.too_many',
    async traffic({ app }) {
      const [flow, other] = [createQrFlow(app), createQrFlow(app)]
      return {
        sendCounted: () => flow.as(flow.deviceA, qr.generate),
        sendForAnother: () => other.as(other.deviceA, qr.generate),
      }
    },
  },
  'QR codes of unknown browsers of a network': {
    rate: rates.qrCodesOfStrangers,
    max: 300,
    windowMs: MINUTE_MS,
    answers: [200],
    code: 'auth.too_many',
    traffic: async ({ app }) => ({
      sendCounted: (n) => app.call(qr.generate, { headers: { 'user-agent': `browser ${n}` }, from: HERE }),
      sendForAnother: () => app.call(qr.generate, { headers: { 'user-agent': 'browser 0' }, from: ELSEWHERE }),
    }),
  },
  'polls of a QR code': {
    rate: rates.qrStatus,
    max: 60,
    windowMs: MINUTE_MS,
    answers: [200],
    code: 'auth.too_many',
    async traffic({ app }) {
      const [flow, other] = [createQrFlow(app), createQrFlow(app)]
      const [code, otherCode] = [await flow.generate(), await other.generate()]
      return { sendCounted: () => flow.poll(code), sendForAnother: () => other.poll(otherCode) }
    },
  },
  'agents that a user registers': {
    max: 120,
    windowMs: 60 * MINUTE_MS,
    answers: [200],
    code: 'agents.too_many_registrations',
    traffic: async ({ as }) => ({
      sendCounted: () => as('ada', agents.register),
      sendForAnother: () => as('bob', agents.register),
    }),
  },
  'connections of an agent': {
    max: 6,
    windowMs: MINUTE_MS,
    answers: [200],
    code: 'too_many',
    async traffic({ app, registerAgent }) {
      const [token, other] = [await registerAgent(), await registerAgent()]
      const body = { frames: [{ v: 1, t: 'hello', d: { version: '1', runId: 'run' } }], waitS: 0 }
      const hello = (by: string) => app.call(agentSync.exchange, { body }, by)
      return { sendCounted: () => hello(token), sendForAnother: () => hello(other) }
    },
  },
  'requests of all widgets of a user': {
    max: 300,
    windowMs: MINUTE_MS,
    answers: [502],
    code: 'modules.too_many',
    traffic: widgetRequestTraffic,
  },
  'requests of a widget': {
    max: 60,
    windowMs: MINUTE_MS,
    answers: [502],
    code: 'modules.too_many',
    async traffic({ as, addWidget }) {
      const [one, other] = [await addWidget('ada'), await addWidget('ada')]
      const ask = (widgetId: string) => as('ada', moduleRequests.send, { body: { widgetId, name: 'nothing' } })
      return { sendCounted: () => ask(one), sendForAnother: () => ask(other) }
    },
  },
  'form suggestions of a user': {
    max: 120,
    windowMs: MINUTE_MS,
    answers: [200],
    code: 'modules.too_many',
    async traffic({ as }) {
      const options = { params: { id: 'game-server' }, body: { field: 'game', text: 'openarena' } }
      const search = (who: string) => as(who, moduleSuggestions.suggest, options)
      return { sendCounted: () => search('ada'), sendForAnother: () => search('bob') }
    },
  },
  'commands that a user sends': {
    max: 600,
    windowMs: MINUTE_MS,
    // There is no such agent.
    answers: [400, 404],
    code: 'commands.too_many',
    async traffic({ as }) {
      const send = (who: string) => as(who, commands.send, { body: { command: 'ping', agentId: 'none' } })
      return { sendCounted: () => send('ada'), sendForAnother: () => send('bob') }
    },
  },
  'command previews of a user': {
    max: 120,
    windowMs: MINUTE_MS,
    answers: [400, 404],
    code: 'commands.too_many',
    async traffic({ as }) {
      const ask = (who: string) => as(who, commands.preview, { body: { command: 'ping', agentId: 'none' } })
      return { sendCounted: () => ask('ada'), sendForAnother: () => ask('bob') }
    },
  },
  'agent lists that a user downloads': {
    max: 10,
    windowMs: MINUTE_MS,
    answers: [200],
    code: 'agents.too_many_files',
    traffic: async ({ downloadTraffic }) => downloadTraffic('/api/v1/agents.csv', 'ada', 'bob'),
  },
  'audit lists that an administrator downloads': {
    max: 10,
    windowMs: MINUTE_MS,
    answers: [200],
    code: 'audit.too_many_files',
    traffic: async ({ makeAdmin, downloadTraffic }) =>
      makeAdmin('ada').then(() => downloadTraffic('/api/v1/audit.csv', 'ada', 'admin')),
  },
  'attempts of a user to connect an account': {
    max: 30,
    windowMs: 10 * MINUTE_MS,
    // 409, because Spotify is not set up here.
    answers: [409],
    code: 'integrations.too_many',
    async traffic({ as }) {
      const start = (who: string) => as(who, integrations.startSpotify, { body: { origin: 'http://127.0.0.1' } })
      return { sendCounted: () => start('ada'), sendForAnother: () => start('bob') }
    },
  },
}
