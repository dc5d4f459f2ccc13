import { displayScreen } from '@atalaya/contract/display-screen'
import { displays } from '@atalaya/contract/displays'
import { kitchenDisplay } from '#test/support/display-world.ts'
import type { LimitRow } from './limit-rows.ts'
import type { LimitWorld } from './limit-world.ts'

const MINUTE_MS = 60_000
const [HERE, ELSEWHERE] = ['198.51.100.1', '198.51.100.2']

/** Requests a code, from one browser or from the n-th of many. */
const begin = ({ app }: LimitWorld, from: string, browser = 'one') =>
  app.call(displayScreen.begin, { from, headers: { 'user-agent': browser } })

/** Limits of displays. */
export const displayLimitRows: Record<string, LimitRow> = {
  'display codes of a browser': {
    max: 10,
    windowMs: MINUTE_MS,
    answers: [200],
    code: 'displays.too_many_codes',
    async traffic(world) {
      const beginIn = (browser: string) => () => begin(world, '198.51.100.3', browser)
      return { sendCounted: beginIn('one'), sendForAnother: beginIn('two') }
    },
  },
  'display codes of a network': {
    max: 300,
    windowMs: MINUTE_MS,
    answers: [200],
    code: 'displays.too_many_codes',
    async traffic(world) {
      return {
        sendCounted: (n) => begin(world, HERE, `browser ${n}`),
        sendForAnother: () => begin(world, ELSEWHERE, 'another'),
      }
    },
  },
  'polls of a display code': {
    max: 60,
    windowMs: MINUTE_MS,
    answers: [200],
    code: 'displays.too_many_polls',
    async traffic({ app }) {
      const make = async (from: string) => (await app.call(displayScreen.begin, { from })).body.data.code
      const [one, other] = [await make('198.51.100.4'), await make('198.51.100.5')]
      const ask = (code: string, from: string) => () => app.call(displayScreen.status, { params: { code }, from })
      return { sendCounted: ask(one, HERE), sendSharingLimit: ask(one, ELSEWHERE), sendForAnother: ask(other, HERE) }
    },
  },
  'wrong display codes of a user': {
    max: 30,
    windowMs: 15 * MINUTE_MS,
    answers: [404],
    code: 'displays.too_many_wrong',
    async traffic({ as }) {
      const findCode = (who: string, n = 0) => as(who, displays.waiting, { params: { code: `wrong ${n}` }, from: HERE })
      const pair = (n = 0) =>
        as('ada', displays.pair, { body: { ...kitchenDisplay, code: `wrong ${n}` }, from: ELSEWHERE })
      return {
        sendCounted: (n) => (n % 2 === 0 ? findCode('ada', n) : pair(n)),
        sendForAnother: () => findCode('bob'),
        sendSharingLimit: pair,
      }
    },
  },
  'wrong display codes of a network': {
    max: 300,
    windowMs: 15 * MINUTE_MS,
    answers: [404],
    code: 'displays.too_many_wrong',
    async traffic({ app, as, tokenOf }) {
      const people: string[] = []
      for (let n = 0; n < 10; n++) people.push((await app.signUp()).user.username)
      people.push('ada')
      await tokenOf('ada')
      const findCode = (who: string, from: string) => as(who, displays.waiting, { params: { code: 'wrong' }, from })
      return {
        // Thirty wrong codes of each user, and the last one by a user who has typed none.
        sendCounted: (n) => findCode(people[Math.floor(n / 30)] ?? 'ada', '198.51.100.6'),
        sendForAnother: () => findCode('bob', ELSEWHERE),
      }
    },
  },
  'orders to displays': {
    max: 120,
    windowMs: MINUTE_MS,
    answers: [200, 404],
    code: 'displays.too_many_orders',
    async traffic({ as }) {
      const order = { kind: 'next' }
      const sendOrder = (who: string, to: object) => as(who, displays.sendOrder, { body: { to, order } })
      const nobodys = { displayIds: [crypto.randomUUID()] }
      return {
        sendCounted: (n) => sendOrder('ada', n % 2 === 0 ? nobodys : { tag: 'wall' }),
        sendForAnother: () => sendOrder('bob', nobodys),
      }
    },
  },
}
