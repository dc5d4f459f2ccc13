import { alerts } from '@atalaya/contract/alert-incidents'
import { alertRules } from '@atalaya/contract/alert-rules'
import type { FastifyInstance } from 'fastify'
import { callerOf } from '#server/http/access.ts'
import { mount } from '#server/http/mount.ts'
import type { Incidents } from './incidents.service.ts'
import type { AlertRules } from './rules.service.ts'
import type { Silences } from './silences.service.ts'

type Needs = { rules: AlertRules; incidents: Incidents; silences: Silences }

/** Calls on alert rules, incidents and silences. */
export async function alertsRoutes(app: FastifyInstance, { rules, incidents, silences }: Needs): Promise<void> {
  mount(app, alertRules.list, async (_given, { actor }) => ({ rules: await rules.list(actor) }))
  mount(app, alertRules.create, async ({ body }, { actor, request }) => ({
    rule: await rules.create(callerOf(actor, request), body),
  }))
  mount(app, alertRules.edit, async ({ params, body }, { actor, request }) => ({
    rule: await rules.edit(callerOf(actor, request), params.id, body.rule, body.version),
  }))
  mount(app, alertRules.remove, async ({ params }, { actor, request }) => {
    await rules.remove(callerOf(actor, request), params.id)
    return {}
  })
  mount(app, alertRules.preview, async ({ body }, { actor }) => ({ preview: await rules.preview(actor, body) }))

  mount(app, alerts.list, ({ query }, { actor }) => incidents.list(actor, query))
  mount(app, alerts.counts, (_given, { actor }) => incidents.counts(actor))
  mount(app, alerts.silences, async (_given, { actor }) => ({ silences: await silences.list(actor) }))
  mount(app, alerts.silence, async ({ body }, { actor, request }) => ({
    silence: await silences.add(callerOf(actor, request), body),
  }))
  mount(app, alerts.endSilence, async ({ params }, { actor, request }) => {
    await silences.end(callerOf(actor, request), params.id)
    return {}
  })
  mount(app, alerts.get, ({ params }, { actor }) => incidents.get(actor, params.id))
  mount(app, alerts.acknowledge, async ({ params }, { actor, request }) => ({
    incident: await incidents.acknowledge(callerOf(actor, request), params.id),
  }))
}
