import { agentCsv } from './agent-listing.ts'
import { resource } from './route.ts'

/** The agent's program: the file that machines download and run. */
export const agentFile = resource({
  path: '/agent.mjs',
  access: 'public',
  summary: 'The reference agent, one file for Node',
  type: 'text/javascript',
  answers: 'The program',
  fails: [404],
})

/** The list of agents as CSV. */
export const agentTable = resource({
  path: '/api/v1/agents.csv',
  access: 'user',
  scope: 'agents:read',
  allowsSelector: true,
  summary: 'The list of agents as CSV: the query of `GET /api/v1/agents` without pages, and which `columns`',
  query: agentCsv,
  type: 'text/csv',
  answers: 'A line of names, and one for each agent',
  fails: [404, 429],
})
