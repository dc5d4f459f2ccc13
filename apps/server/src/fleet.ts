import type { FastifyInstance } from 'fastify'
import { createAgentSignals } from './agents/agent-signals.ts'
import { agentsRoutes } from './agents/agents.routes.ts'
import { createAgentsService } from './agents/agents.service.ts'
import type { Repos, RunInTransaction } from './db/repos.ts'
import type { Bus } from './events/bus.ts'
import type { Live } from './events/live.ts'

type Needs = { repos: Repos; tx: RunInTransaction; bus: Bus; live: Live; now: () => number }

/** Puts together all that has to do with agents: their accounts, connections, data and commands. */
export function createFleet({ repos, tx, bus, live, now }: Needs) {
  const signals = createAgentSignals(bus)
  const agents = createAgentsService({ repo: repos.agents, tx, live, signals, now })

  return {
    authenticate: (token: string) => agents.authenticateActor(token),

    async routes(app: FastifyInstance): Promise<void> {
      await app.register(agentsRoutes, { service: agents })
    },
  }
}
