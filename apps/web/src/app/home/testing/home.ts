import { type Agent, agents } from '@atalaya/contract/agents'
import { dashboard } from '@atalaya/contract/dashboard'
import { screen } from '@testing-library/react'
import { expect } from 'vitest'
import { ada } from '#web/testing/render.tsx'
import { answerCall } from '#web/testing/server.ts'

/** An agent of Ada's. */
export const agent = (status: Agent['status'], id: string): Agent => ({
  agentId: id,
  _id: id,
  user: { ...ada },
  name: `north-${id}`,
  status,
  isOnline: status === 'online',
  ip: null,
  connectionInfo: { ipAddress: null },
  lastSeen: null,
  tags: [],
  machine: null,
  behind: null,
  statusMessage: null,
  quarantine: null,
  createdAt: '2026-11-01T00:00:00Z',
})

/** Answers Home's calls for a person: their agents, the fleet, and some pages. */
export function answerHome(agentsOfAda: Agent[], pages = 0) {
  answerCall(agents.get, ({ params }) => {
    expect(params.id).toBe('ada')
    return { agents: agentsOfAda }
  })
  answerCall(agents.stats, () => ({ agentsTotal: 40, agentsOnline: 9 }))
  const page = (index: number) => ({
    _id: `p${index}`,
    name: 'Hall',
    slug: `hall-${index}`,
    description: '',
    active: index === 0,
    order: index,
    version: 1,
    modules: [],
  })
  answerCall(dashboard.list, () => ({ pages: Array.from({ length: pages }, (_, index) => page(index)) }))
}

export const card = (name: string) => screen.findByRole('region', { name })
