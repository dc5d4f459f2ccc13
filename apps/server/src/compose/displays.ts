import type { FastifyInstance } from 'fastify'
import type { Incidents } from '#server/alerts/incidents.service.ts'
import { createCodeAdmission } from '#server/auth/code-admission.ts'
import type { Faults } from '#server/containment/faults.ts'
import { repeat } from '#server/containment/repeat.ts'
import type { RunExclusive } from '#server/db/exclusive-jobs.ts'
import { newCodes } from '#server/displays/display-limits.ts'
import { displayScreenRoutes } from '#server/displays/display-screen.routes.ts'
import { createDisplayViews } from '#server/displays/display-views.ts'
import { displaysRoutes } from '#server/displays/displays.routes.ts'
import { createDisplaysService } from '#server/displays/displays.service.ts'
import { createLeaseWatch } from '#server/displays/lease-watch.ts'
import { createOrders } from '#server/displays/orders.ts'
import { createPairing } from '#server/displays/pairing.ts'
import { createScreenPairing } from '#server/displays/screen-pairing.ts'
import { createScreens } from '#server/displays/screens.ts'
import type { Live } from '#server/events/live.ts'
import type { Revocations } from '#server/events/revocations.ts'
import type { RateLimits } from '#server/limits/rate-limits.ts'
import type { PreferencesService } from '#server/preferences/preferences.service.ts'
import type { Cookies } from '#server/sessions/device.ts'
import type { KnownDevices } from '#server/sessions/known-devices.ts'
import type { Repos, RunInAnyTransaction } from './repos.ts'

const displayTimes = {
  /** Interval of the check for displays that have gone offline. */
  displaysCheckEveryMs: 10_000,
}
export type DisplayTimes = typeof displayTimes

type Needs = {
  repos: Repos
  tx: RunInAnyTransaction
  live: Live
  revocations: Revocations
  limits: RateLimits
  cookies: Cookies
  devices: KnownDevices
  incidents: Incidents
  coloursOfDisplay: PreferencesService['coloursOfDisplay']
  runExclusive: RunExclusive
  faults: Faults
  times: Partial<DisplayTimes>
  now: () => number
}

/** Composes displays: pairing, orders to screens, and the owner's view of them. */
export function createDisplays(needs: Needs) {
  const { repos, tx, live, revocations, limits, cookies, devices, incidents, coloursOfDisplay } = needs
  const { runExclusive, faults, times, now } = needs
  const { displays: repo, displayCodes: codes, screens: screensRepo } = repos
  const views = createDisplayViews({ repo, live, now })
  const admit = createCodeAdmission({ repo: codes, bounds: newCodes, devices, limits, now })
  const watch = createLeaseWatch({ repo: screensRepo, views, runExclusive, now })

  return {
    async routes(app: FastifyInstance): Promise<void> {
      await app.register(displaysRoutes, {
        service: createDisplaysService({ repo, tx, views, revocations, live, now }),
        pairing: createPairing({ repo: codes, tx, views, limits, now }),
        sendOrder: createOrders({ tx, views, live, limits, now }),
      })
      await app.register(displayScreenRoutes, {
        pairing: createScreenPairing({ repo: codes, tx, admit, limits, now }),
        screens: createScreens({ repo, screens: screensRepo, incidents, coloursOfDisplay, tx, views, now }),
        cookies,
      })
      const job = repeat(faults, { ...displayTimes, ...times }.displaysCheckEveryMs, watch)
      app.addHook('preClose', job.stop)
    },
  }
}
