import type { CallerName, CallInput } from '#test/support/access-world.ts'
import { type Counts, manyWords } from './fill.ts'

export type Call = { name: string; caller: CallerName | 'display'; method: string; path: string; input: CallInput }

type Ids = { agentId: string; largeRecordId: string; batchId: string; pageId: string }

const HOUR_MS = 3_600_000
const iso = (at: number) => new Date(at).toISOString()

/**
 * Calls with the maximum of data; the matrix of access uses the minimum. Each is made by the member whose
 * house is full and by the administrator.
 */
export function heaviest({ agentId, largeRecordId, batchId, pageId }: Ids, counts: Counts, now: number): Call[] {
  const phrase = encodeURIComponent(manyWords)
  const worstPhrase = encodeURIComponent('machine '.repeat(24).trim())
  const hour = `from=${iso(now - HOUR_MS)}&to=${iso(now)}&points=2000`
  const comparedIds = Array.from({ length: 49 }, (_, number) => `agent-${number + 1}`)
  const id = { id: agentId }
  const calls: [string, CallInput][] = [
    ['GET /api/v1/agents', { query: `?pageSize=100&query=${phrase}` }],
    ['GET /api/v1/agents', { query: `?pageSize=100&query=${worstPhrase}&sort=name` }],
    ['GET /api/v1/agents', { query: '?pageSize=100&query=ma' }],
    ['GET /api/v1/agents', { query: '?pageSize=100&tag=tag&sort=name' }],
    ['GET /api/v1/agents', { query: '?pageSize=100&trouble=true&sort=disk' }],
    ['GET /api/v1/agents', { query: '?pageSize=100&critical=true' }],
    ['GET /api/v1/agents', { query: '?pageSize=100&outdated=true' }],
    ...['status', 'lastSeen', 'version', 'cpu'].map((sort): [string, CallInput] => [
      'GET /api/v1/agents',
      { query: `?pageSize=100&sort=${sort}` },
    ]),
    ['GET /api/v1/agents', { query: `?pageSize=100&page=${Math.max(1, Math.ceil(counts.agents / 100) - 1)}` }],
    ['GET /api/v1/agents/:id/data', { params: id, query: '?pageSize=100' }],
    ['GET /api/v1/agents/:id/data', { params: id, query: '?pageSize=100&page=19' }],
    ['GET /api/v1/agents/:id/data/:recordId', { params: { ...id, recordId: largeRecordId } }],
    ['GET /api/v1/agents/:id/telemetry', { params: id, query: `?${hour}` }],
    ['GET /api/v1/agents/telemetry', { query: `?${hour}&ids=${comparedIds.join()}` }],
    ['GET /api/v1/agents/telemetry', { query: `?${hour}&tag=tag` }],
    ['GET /api/v1/agents/:id/commands', { params: id, query: '?pageSize=100' }],
    ['GET /api/v1/agents/reach', { query: '?tag=tag' }],
    ['GET /api/v1/agents/reach', { query: '?query=ma&trouble=true' }],
    ['POST /api/v1/agents/command/preview', { body: { command: 'ping', tag: 'tag' } }],
    ['POST /api/v1/agents/command/preview', { body: { command: 'ping', listed: { query: 'machine', tag: ['tag'] } } }],
    ['POST /api/v1/agents/command/preview', { body: { command: 'ping' } }],
    ['POST /api/v1/agents/command', { body: { command: 'ping', agentIds: [agentId, ...comparedIds] } }],
    ['POST /api/v1/agents/command', { body: { command: 'ping' } }],
    ...['mine', 'open', 'wrong'].map((show): [string, CallInput] => [
      'GET /api/v1/batches',
      { query: `?pageSize=20&show=${show}` },
    ]),
    ['GET /api/v1/batches/:id', { params: { id: batchId }, query: '?pageSize=100' }],
    ['GET /api/v1/audit', { query: '?limit=100&query=nothing%20of%20this' }],
    ['GET /api/v1/audit', { query: '?limit=100&action=auth.login' }],
    ['GET /api/v1/dashboard/pages/:id/export', { params: { id: pageId } }],
    ['GET /api/v1/data/latest', {}],
    ['GET /api/v1/agents.csv', { query: `?query=${phrase}&sort=name` }],
    ['GET /api/v1/agents.csv', { query: '?tag=tag&sort=disk&order=asc' }],
  ]
  return callsOf(calls, ['a', 'admin'])
}

/** Each of these calls, made by each of these callers. */
export const callsOf = (calls: readonly [string, CallInput][], callers: readonly Call['caller'][]): Call[] =>
  calls.flatMap(([name, input]) => {
    const [method = '', path = ''] = name.split(' ')
    return callers.map((caller) => ({ name: `${name}${describeInput(input)}`, caller, method, path, input }))
  })

/** Short form of a call's arguments, enough to find it again. */
const describeInput = ({ query = '', body }: CallInput) => ` ${query || JSON.stringify(body ?? '')}`.slice(0, 60)
