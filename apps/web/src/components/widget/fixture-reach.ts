import type { PreviewFixture } from '@atalaya/contract/module-fixture'
import type { AgentView, SourceView } from '@atalaya/module-sdk'
import type { Reach } from '#web/components/widget/host.ts'

const STEP_MS = 10_000

/** What a widget in a preview reaches: nothing of the user's, only what its module brought along to be shown with. */
export const fixtureReach =
  (fixture: PreviewFixture): Reach =>
  () => {
    let stored: unknown = null
    return {
      data: still(dataOf(fixture)),
      agent: (agentId) => still(viewOf(fixture, agentId)),
      async request(name) {
        const body = fixture.requests[name]
        if (body === undefined) throw new Error(`The fixture has no answer to ${name}`)
        return { status: 200, body }
      },
      storage: {
        read: async () => stored,
        async write(value) {
          stored = value
        },
      },
    }
  }

const still = <T>(value: T) => ({ get: () => value, subscribe: () => () => undefined })

const dataOf = ({ data }: PreviewFixture): SourceView =>
  data === undefined
    ? { state: 'failed', error: 'The fixture has no data' }
    : { state: 'ready', data, asOf: new Date().toISOString(), stale: false, error: null }

function viewOf({ agent }: PreviewFixture, agentId: string): AgentView {
  if (!agent) return { state: 'missing' }
  const { samples, ...shown } = agent
  const now = Date.now()
  const at = (index: number) => new Date(now - (samples.length - 1 - index) * STEP_MS).toISOString()
  return {
    state: 'ready',
    agent: { ...shown, agentId, lastSeen: new Date(now).toISOString() },
    samples: samples.map((metrics, index) => ({ agentId, at: at(index), metrics })),
  }
}
