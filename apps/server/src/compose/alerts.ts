import type { FastifyInstance } from 'fastify'
import type { AgentsService } from '#server/agents/agents.service.ts'
import { alertsRoutes } from '#server/alerts/alerts.routes.ts'
import { createReadFleet } from '#server/alerts/fleet-snapshot.ts'
import { createIncidentViews } from '#server/alerts/incident-views.ts'
import { createIncidents } from '#server/alerts/incidents.service.ts'
import { createJudge } from '#server/alerts/judge.ts'
import { clockSettings, JUDGE_EVERY_MS } from '#server/alerts/judge-clock.ts'
import { createNumberReader } from '#server/alerts/numbers-judged.ts'
import { createPreview } from '#server/alerts/preview.ts'
import { createAlertRules } from '#server/alerts/rules.service.ts'
import { createSilences } from '#server/alerts/silences.service.ts'
import { createVerdictWriter } from '#server/alerts/verdict-writer.ts'
import { createWatch } from '#server/alerts/watch.ts'
import type { Faults } from '#server/containment/faults.ts'
import { repeat } from '#server/containment/repeat.ts'
import type { RunExclusive } from '#server/db/exclusive-jobs.ts'
import type { Live } from '#server/events/live.ts'
import type { RateLimits } from '#server/limits/rate-limits.ts'
import type { NewestMinutes } from '#server/telemetry/newest-minutes.ts'
import type { Repos, RunInAnyTransaction } from './repos.ts'

const alertSettings = {
  ...clockSettings,
  judgeEveryMs: JUDGE_EVERY_MS,
  /** Delay of a message after the beginning of an incident. */
  firstNoticeAfterMs: 30_000,
}
export type AlertSettings = typeof alertSettings

type Needs = {
  repos: Repos
  tx: RunInAnyTransaction
  live: Live
  limits: RateLimits
  agents: AgentsService
  minutes: NewestMinutes
  runExclusive: RunExclusive
  faults: Faults
  times: Partial<AlertSettings>
  now: () => number
}

/** Composes alert rules, incidents, silences and the judge. */
export function createAlerts(needs: Needs) {
  const { repos, tx, live, limits, agents, minutes, runExclusive, faults, times, now } = needs
  const settings = { ...alertSettings, ...times }
  const { alertRules, alertStates, incidents: repo, fleetSnapshot, silences: silencesRepo } = repos
  const views = createIncidentViews({ incidents: repo, silences: silencesRepo, live, now })
  const rules = createAlertRules({
    repo: alertRules,
    tx,
    views,
    live,
    limits,
    preview: createPreview({ repo: repos, now }),
    now,
  })
  const incidents = createIncidents({ repo, rules: alertRules, tx, views, now })
  const silences = createSilences({
    repo: silencesRepo,
    rules: alertRules,
    openIncidents: repo,
    incidents,
    agents,
    views,
    tx,
    live,
    now,
  })

  const readFleet = createReadFleet({
    repo: fleetSnapshot,
    failures: repos.failures,
    minutes,
    findOutdated: agents.findOutdated,
    now,
  })
  const judge = createJudge({
    repo: { rules: alertRules, states: alertStates, silences: silencesRepo, commandViews: repos.commandViews },
    readFleet,
    numberOf: createNumberReader(minutes),
    countMinutes: minutes.countOf,
    now,
  })
  const watch = createWatch({
    repo: alertStates,
    judge,
    writer: createVerdictWriter({ tx, firstNoticeAfterMs: settings.firstNoticeAfterMs }),
    views,
    endSilences: silences.endDue,
    minutes,
    runExclusive,
    settings,
    now,
  })

  return {
    watch,
    incidents,

    async routes(app: FastifyInstance): Promise<void> {
      const job = repeat(faults, settings.judgeEveryMs, watch)
      // Evaluates once before the first call, when a new installation has no agents yet and needs no grace.
      app.addHook('onReady', () => watch())
      app.addHook('preClose', job.stop)
      await app.register(alertsRoutes, { rules, incidents, silences })
    },
  }
}
