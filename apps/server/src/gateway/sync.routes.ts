import { agentSync } from '@atalaya/contract/agent-sync'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { onDisconnect } from '#server/http/hang-up.ts'
import { mount } from '#server/http/mount.ts'
import { type Admission, refuseBrowsers, retryLater } from './admission.ts'
import type { Gateway } from './gateway.ts'
import type { GatewaySettings } from './settings.ts'
import { createSyncSessions } from './sync-sessions.ts'

type Needs = { gateway: Gateway; settings: GatewaySettings; admission: Admission }

/** `POST /api/agent/v1/sync`: the protocol of the WebSocket by plain requests. */
export async function syncRoutes(app: FastifyInstance, { gateway, settings, admission }: Needs): Promise<void> {
  const sessions = createSyncSessions(gateway, settings)

  mount(app, agentSync.exchange, async ({ body }, { actor, request, reply }) => {
    refuseBrowsers(request)
    const { session, received, frames, waitS } = body
    const hangUp = hangUpOf(reply)
    const { id, polled } = session === undefined ? await open(actor.agentId) : sessions.find(actor.agentId, session)
    return { session: id, ...(await polled.exchange({ received, frames, waitMs: waitS * 1000, hangUp })) }

    async function open(agentId: string) {
      if (gateway.isClosing()) throw retryLater()
      return sessions.open(await admission.admit(agentId, request))
    }
  })
}

/** Signal that aborts when the agent hangs up before its answer. */
function hangUpOf(reply: FastifyReply): AbortSignal {
  const aborter = new AbortController()
  onDisconnect(reply, () => {
    if (!reply.raw.writableFinished) aborter.abort()
  })
  return aborter.signal
}
