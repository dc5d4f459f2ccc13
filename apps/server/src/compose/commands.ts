import type { FastifyInstance } from 'fastify'
import type { AgentsService } from '#server/agents/agents.service.ts'
import { createAnnounce } from '#server/commands/announce.ts'
import { createCancelling } from '#server/commands/cancelling.ts'
import { commandsRoutes } from '#server/commands/commands.routes.ts'
import { createCommandsService } from '#server/commands/commands.service.ts'
import { createDelivery } from '#server/commands/delivery.ts'
import { createDispatcher } from '#server/commands/dispatcher.ts'
import { createEnqueue } from '#server/commands/enqueue.ts'
import { createPreview } from '#server/commands/preview.ts'
import { type CommandSettings, createReaper } from '#server/commands/reaper.ts'
import { createReports } from '#server/commands/reports.ts'
import { createSending } from '#server/commands/sending.ts'
import { createTargets } from '#server/commands/targets.ts'
import { createWaiting } from '#server/commands/waiting.ts'
import type { Registry } from '#server/connections/registry.ts'
import type { Faults } from '#server/containment/faults.ts'
import type { Bus } from '#server/events/bus.ts'
import type { Live } from '#server/events/live.ts'
import type { RateLimits } from '#server/limits/rate-limits.ts'
import type { Repos, RunInAnyTransaction } from './repos.ts'

type Needs = {
  repos: Repos
  tx: RunInAnyTransaction
  bus: Bus
  live: Live
  agents: AgentsService
  registry: Pick<Registry, 'get' | 'all'>
  limits: RateLimits
  settings: CommandSettings
  faults: Faults
  onError(error: unknown): void
  now: () => number
}

/** Composes commands: sending, delivery, reports and deadlines. */
export function createCommands({
  repos,
  tx,
  bus,
  live,
  agents,
  registry,
  limits,
  settings,
  faults,
  onError,
  now,
}: Needs) {
  const announce = createAnnounce(repos.commandViews, live, onError)
  const delivery = createDelivery({ tx, registry, announce, faults, now })
  const dispatcher = createDispatcher({ repo: repos.commands, delivery, bus })
  const reports = createReports({ repo: repos.commands, tx, delivery, announce, onError, now })
  const reaper = createReaper({ repo: repos.commands, tx, dispatcher, settings, announce, faults, now })
  const resolveTargets = createTargets({ agents, repo: repos.commands })
  const views = repos.commandViews
  const service = createCommandsService({ repo: repos.commands, views, batches: repos.batches, agents, now })
  const enqueue = createEnqueue({ tx, resolveTargets, delivery, dispatcher, live, announce, now })
  const sending = createSending({ views, enqueue, limits })
  const preview = createPreview({ resolveTargets, agents, limits })
  const untilEnded = createWaiting({ views, live, faults })
  const cancelling = createCancelling({ commands: service, tx, dispatcher, announce, now })

  return {
    service,
    reports,
    routes: async (app: FastifyInstance): Promise<void> => {
      await app.register(commandsRoutes, { service, sending, preview, cancelling, untilEnded, agents })
    },
    async close(): Promise<void> {
      await reaper.close()
      await dispatcher.close()
    },
  }
}
