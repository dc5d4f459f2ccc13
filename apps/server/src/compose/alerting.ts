import type { FastifyInstance } from 'fastify'
import { type AlertSettings, createAlerts } from './alerts.ts'
import { createNotify, type NotifySettings } from './notify.ts'

export type AlertingSettings = AlertSettings & NotifySettings

/** Composes alerting: the judge of the rules, and the notifier of people. */
export function createAlerting(needs: Parameters<typeof createAlerts>[0] & Parameters<typeof createNotify>[0]) {
  const alerts = createAlerts(needs)
  const notify = createNotify(needs)
  return {
    countLost: notify.countLost,
    incidents: alerts.incidents,

    async routes(app: FastifyInstance): Promise<void> {
      await app.register(alerts.routes)
      await app.register(notify.routes)
    },
  }
}
