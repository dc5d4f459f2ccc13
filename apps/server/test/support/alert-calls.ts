import { alertChannels } from '@atalaya/contract/alert-channels'
import { alerts } from '@atalaya/contract/alert-incidents'
import { alertRules } from '@atalaya/contract/alert-rules'
import type { Route } from '@atalaya/contract/route'
import { expect, inject } from 'vitest'
import { offlineRule } from './alert-fixtures.ts'
import type { TestApp } from './test-app.ts'

type CallWorld = {
  /** Makes a call that must succeed, as an administrator or with another token. */
  get(route: Route, query?: object, token?: string, params?: object): Promise<void>
  it: TestApp
  agentId: string
  /** Token of an account with a few agents. */
  mine: string
}

/**
 * Calls of users about alerts. `plans.test.ts` checks that their SQL uses indexes. Only on PostgreSQL are there alerts,
 * from `many-alerts.ts`.
 */
export function alertCalls(world: () => CallWorld): Record<string, () => Promise<unknown>> {
  const isFilled = inject('database') !== 'sqlite'
  const get: CallWorld['get'] = (...args) => world().get(...args)
  const call: TestApp['call'] = (...args) => world().it.call(...args)
  const mine = () => world().mine
  const agentId = () => world().agentId
  return {
    'alerts that fire': () => get(alerts.list),
    'my alerts that fire': () => get(alerts.list, {}, mine()),
    'alerts that ended': () => get(alerts.list, { state: 'ended' }),
    'my alerts that ended': () => get(alerts.list, { state: 'ended' }, mine()),
    'alerts of an agent': () => get(alerts.list, { state: 'ended', agentId: agentId() }),
    'the number of firing alerts': () => get(alerts.counts),
    'an alert': () => (isFilled ? get(alerts.get, {}, mine(), { id: 'alert 107' }) : get(alerts.counts)),
    silences: () => get(alerts.silences, {}, mine()),
    'my rules': () => get(alertRules.list, {}, mine()),
    'my channels': () => get(alertChannels.list, {}, mine()),
    'my messages': () => get(alertChannels.messages, {}, mine()),
    'my earlier messages': () => get(alertChannels.messages, isFilled ? { before: 'message 5007' } : {}, mine()),
    async 'preview of a rule'() {
      const aboveLimit = { kind: 'metric', metric: 'cpu.percent', is: 'above', value: 90 }
      for (const rule of [offlineRule, { ...offlineRule, condition: aboveLimit }]) {
        const body = { ...rule, selector: { tags: ['few'], without: ['old'] } }
        expect((await call(alertRules.preview, { body }, mine())).status).toBe(200)
      }
    },
    async 'a rule, a silence and an end of both'() {
      const { rule } = (await call(alertRules.create, { body: offlineRule }, mine())).body.data
      const target = { kind: 'rule', id: rule._id }
      const { silence } = (await call(alerts.silence, { body: { target, forS: 600 } }, mine())).body.data
      expect((await call(alerts.endSilence, { params: { id: silence._id } }, mine())).status).toBe(200)
      expect((await call(alertRules.remove, { params: { id: rule._id } }, mine())).status).toBe(200)
    },
  }
}
