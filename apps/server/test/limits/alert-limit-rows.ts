import { alertRules } from '@atalaya/contract/alert-rules'
import { diskRule, offlineRule } from '#test/support/alert-fixtures.ts'
import type { LimitRow } from './limit-rows.ts'

const MINUTE_MS = 60_000
const body = diskRule({ metric: 'no.such' })

/** Limits of alert rules. */
export const alertLimitRows: Record<string, LimitRow> = {
  'previews of a user’s rules, also of those that are refused': {
    max: 60,
    windowMs: MINUTE_MS,
    // Members may have no rule about the fleet, administrators may.
    answers: [403, 200],
    code: 'alerts.too_many_previews',
    async traffic({ as }) {
      const preview = (who: string) => as(who, alertRules.preview, { body: { ...offlineRule, reach: 'fleet' } })
      return { sendCounted: () => preview('bob'), sendForAnother: () => preview('ada') }
    },
  },
  'rules of a user about numbers that the server does not know': {
    max: 60,
    windowMs: MINUTE_MS,
    answers: [400],
    code: 'alerts.too_many_metrics',
    async traffic({ as }) {
      const create = (who: string) => as(who, alertRules.create, { body })
      return {
        sendCounted: () => create('ada'),
        sendForAnother: () => create('bob'),
        sendSharingLimit: () => as('ada', alertRules.preview, { body }),
      }
    },
  },
}
