import { alertRules } from '@atalaya/contract/alert-rules'
import { ALERT_TEMPLATES } from '@atalaya/contract/alert-templates'
import type { Visitor } from './visitor.ts'

/** Creates a rule of each template, for the whole fleet. */
export async function watchFleet(call: Visitor): Promise<void> {
  for (const { rule } of ALERT_TEMPLATES) await call(alertRules.create, { body: { ...rule, reach: 'fleet' } })
}
