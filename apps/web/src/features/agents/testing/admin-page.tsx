import { agents } from '@atalaya/contract/agents'
import { commands } from '@atalaya/contract/commands'
import { screen, within } from '@testing-library/react'
import { anAgent } from '#web/features/agents/testing/an-agent.ts'
import { renderApp, startSession } from '#web/testing/render.tsx'
import { answerCall } from '#web/testing/server.ts'

export const nas = anAgent({ agentId: 'agent-nas', name: 'nas', tags: ['home', 'linux', 'rack', 'raid', 'backup'] })
const nameless = {
  ...anAgent({ agentId: 'agent-2', name: null, status: 'offline', isOnline: false, ip: null, lastSeen: null }),
  connectionInfo: { ipAddress: null },
}
export const TOTAL = 45

/**
 * Signs in and answers for a fleet of 45 agents; each page of its list holds the same two. Returns the queries of all
 * list requests, added as they come.
 */
export function serveFleet() {
  const requests: Record<string, unknown>[] = []
  startSession()
  answerCall(agents.stats, () => ({ agentsTotal: TOTAL, agentsOnline: 7 }))
  answerCall(commands.reach, ({ query }) =>
    query.tag || query.query ? { total: 3, online: 1 } : { total: TOTAL, online: 7 },
  )
  answerCall(agents.tags, () => ({ tags: ['home', 'linux', 'rack'] }))
  answerCall(agents.list, ({ query }) => {
    requests.push(query)
    const { page, pageSize } = query
    const pagination = { total: TOTAL, current: page, pages: Math.ceil(TOTAL / pageSize), pageSize }
    return { agents: [nas, nameless], pagination }
  })
  return requests
}

export async function openAdminPage(path = '/admin/agents') {
  const app = renderApp({ path })
  await screen.findByRole('row', { name: /agent-nas/ })
  return app
}

/** Opens a dialog from the menu of the first row. */
export async function openRowDialog(item: 'View Data' | 'Edit Agent' | 'Send Command') {
  const app = await openAdminPage()
  await app.user.click(screen.getByRole('button', { name: 'Actions for nas' }))
  await app.user.click(await screen.findByRole('menuitem', { name: item }))
  return { ...app, dialog: within(await screen.findByRole('dialog')) }
}
