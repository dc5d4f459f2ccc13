import { randomBytes } from 'node:crypto'
import { FRAME_MAX_BYTES, type Hello, type ServerFrame } from '@atalaya/contract/agent-protocol'
import { hashAgentToken } from '#server/agents/agent-tokens.ts'
import type { Peer } from '#server/connections/agent-session.ts'
import type { GatewayRepo } from './gateway.repo.ts'
import { judgeHello } from './holders.ts'
import type { PutInQuarantine } from './quarantine.ts'
import type { GatewaySettings } from './settings.ts'

const RESUME_BYTES = 18
/** Maximum of tries of a hello that conflicts with another connection of the same agent. */
const TRIES_MAX = 50

type Needs = {
  repo: GatewayRepo
  putInQuarantine: PutInQuarantine
  settings: GatewaySettings
  instance: string
  now: () => number
}
/** Reason why an agent is refused. */
export type RefusalReason = 'removed' | 'quarantined' | 'ownerInactive'
/** Agent after its hello: the epoch of its connection, and the answer. */
export type ArrivalResult = { epoch: number; welcome: ServerFrame } | { refused: RefusalReason }

/** Stores a hello, and checks whether a second program uses the token. */
export function createArrivals({ repo, putInQuarantine, settings, instance, now }: Needs) {
  /** Judges and stores a hello. Null if another connection of the agent came first: the caller then tries again. */
  async function attempt(peer: Peer, hello: Hello): Promise<ArrivalResult | null> {
    const { agentId, ip, tokenHash } = peer
    const known = await repo.findHolders(agentId)
    if (known?.tokenHash !== tokenHash) return { refused: 'removed' }
    if (!known.isOwnerActive) return { refused: 'ownerInactive' }
    if (known.isQuarantined) return { refused: 'quarantined' }
    const at = now()
    const { holders, previous, suspicion } = judgeHello(known, { hello, ip, now: at })
    if (suspicion) {
      const isStored = await putInQuarantine(peer, { foundEpoch: known.epoch, reason: suspicion, holders })
      return isStored ? { refused: 'quarantined' } : null
    }

    const epoch = known.epoch + 1
    // The epoch in front tells two kinds of unknown tokens apart: old ones, and those newer than a restored backup.
    const resume = `${epoch}.${randomBytes(RESUME_BYTES).toString('base64url')}`
    const { capabilities, hostname, os, arch, version } = hello
    const machine = { hostname, os, arch, version }
    const stored = await repo.storeArrival({
      agentId,
      tokenHash,
      ip,
      instance,
      machine,
      capabilities,
      holders,
      now: at,
      resumeHash: hashAgentToken(resume),
      resumePrevious: previous,
      foundEpoch: known.epoch,
    })
    return stored && { epoch, welcome: createWelcome(agentId, stored, resume) }
  }

  function createWelcome(agentId: string, { name, tags }: { name: string | null; tags: string[] }, resume: string) {
    const d = {
      serverTime: new Date(now()).toISOString(),
      agent: { agentId, name, tags },
      pingS: settings.pingEveryMs / 1000,
      reportS: settings.reportS,
      maxFrame: FRAME_MAX_BYTES,
      resume,
    }
    return { v: 1, t: 'welcome', d } as const
  }

  return async (peer: Peer, hello: Hello): Promise<ArrivalResult> => {
    for (let tries = 0; tries < TRIES_MAX; tries++) {
      const arrived = await attempt(peer, hello)
      if (arrived) return arrived
    }
    throw new Error('This agent has too many connections open')
  }
}
export type Arrivals = ReturnType<typeof createArrivals>
