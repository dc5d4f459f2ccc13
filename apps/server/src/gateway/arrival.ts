import { randomBytes } from 'node:crypto'
import { FRAME_MAX_BYTES, type Hello, type ServerFrame } from '@atalaya/contract/agent-protocol'
import { hashAgentToken } from '#server/agents/agent-tokens.ts'
import type { GatewayRepo } from './gateway.repo.ts'
import type { Peer } from './session.ts'
import type { GatewaySettings } from './settings.ts'

const RESUME_BYTES = 18

type Needs = { repo: GatewayRepo; settings: GatewaySettings; instance: string; now: () => number }

/** An agent that said hello: the epoch that its connection got, and what it is to be told. */
export type Arrived = { epoch: number; welcome: ServerFrame }

/** Stores a hello; null where the agent has been removed meanwhile. */
export function createArrivals({ repo, settings, instance, now }: Needs) {
  return async (peer: Peer, { capabilities, hostname, os, arch, version }: Hello): Promise<Arrived | null> => {
    const { agentId, ip } = peer
    const resume = randomBytes(RESUME_BYTES).toString('base64url')
    const machine = { hostname, os, arch, version }
    const stored = await repo.arrive({
      ...{ agentId, ip, instance, machine, capabilities },
      resumeHash: hashAgentToken(resume),
      now: now(),
    })
    if (!stored) return null
    const { epoch, name, tags } = stored
    const d = {
      serverTime: new Date(now()).toISOString(),
      agent: { agentId, name, tags },
      pingS: settings.pingMs / 1000,
      reportS: settings.reportS,
      maxFrame: FRAME_MAX_BYTES,
      resume,
    }
    return { epoch, welcome: { v: 1, t: 'welcome', d } }
  }
}
export type Arrivals = ReturnType<typeof createArrivals>
