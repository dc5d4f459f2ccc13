import { attention, COUNTED_MAX } from '@atalaya/contract/attention'
import type { FastifyInstance } from 'fastify'
import type { AgentsService } from '#server/agents/agents.service.ts'
import type { CommandsService } from '#server/commands/commands.service.ts'
import { mount } from '#server/http/mount.ts'

type Needs = { agents: Pick<AgentsService, 'countTroubles'>; commands: Pick<CommandsService, 'countTroubles'> }

/** Counts of agents and commands in trouble. */
export async function attentionRoutes(app: FastifyInstance, { agents, commands }: Needs): Promise<void> {
  mount(app, attention.read, async (_input, { actor }) => {
    const max = COUNTED_MAX + 1
    const [agentCounts, commandCounts] = await Promise.all([
      agents.countTroubles(actor, max),
      commands.countTroubles(actor, max),
    ])
    return { ...agentCounts, ...commandCounts }
  })
}
