// Converts answers of servers that are not ours into the contract's shape. The rest of the client need not know such
// servers.

type Body = Record<string, unknown>

const isBody = (value: unknown): value is Body => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Wraps a single resource or a list under the contract's names. */
function wrap(data: unknown, singular: string, plural: string): unknown {
  if (Array.isArray(data)) return { [plural]: data }
  const isSingle = isBody(data) && ('_id' in data || 'agentId' in data) && !(singular in data)
  return isSingle ? { [singular]: data } : data
}

/** Applies `complete` to the resources under these names. */
function completeAll(data: unknown, singular: string, plural: string, complete: (resource: Body) => Body): unknown {
  const found = wrap(data, singular, plural)
  if (!isBody(found)) return found
  const { [singular]: resource, [plural]: resources } = found
  return {
    ...found,
    ...(isBody(resource) && { [singular]: complete(resource) }),
    ...(Array.isArray(resources) && { [plural]: resources.map(complete) }),
  }
}

const nobody = { _id: '', email: '', username: '', name: '', surname: '' }

/** Section 3 of the specification: `agentId` or `_id`, the address in one of two places, no name, no tags. */
function completeAgent(agent: Body): Body {
  const id = agent.agentId ?? agent._id
  const address = agent.ip ?? (isBody(agent.connectionInfo) ? agent.connectionInfo.ipAddress : null) ?? null
  const isOnline = agent.isOnline ?? agent.status === 'online'
  return {
    name: null,
    status: isOnline ? 'online' : 'offline',
    isOnline,
    lastSeen: null,
    tags: [],
    behind: null,
    machine: null,
    statusMessage: null,
    quarantine: null,
    ...agent,
    agentId: id,
    _id: agent._id ?? id,
    ip: address,
    connectionInfo: { ipAddress: address },
    user: { ...nobody, ...(isBody(agent.user) && agent.user) },
  }
}

const completePage = (page: Body): Body => ({ description: '', modules: [], version: 0, ...page })

/** Section 3 of the specification: either `agents` and `pagination`, or items, total, page and pageSize. */
function toAgentList(data: unknown): unknown {
  if (!isBody(data) || !Array.isArray(data.items)) return completeAll(data, 'agent', 'agents', completeAgent)
  const { items, total, page: current, pageSize } = data
  return { agents: items.map(completeAgent), pagination: { total, current, pageSize } }
}

function toRecordList(data: unknown): unknown {
  const records = isBody(data) ? (data.records ?? data.items ?? data.data) : data
  return { ...(isBody(data) && data), records: Array.isArray(records) ? records : [] }
}

const AGENT_SHAPES: Record<string, (data: unknown) => unknown> = {
  '/api/v1/agents': toAgentList,
  '/api/v1/agents/:id': toAgentList,
  '/api/v1/agents/:id/data': toRecordList,
}

/** Data of an answer in the contract's shape. `path` is the contract's. */
export function inContractShape(path: string, data: unknown): unknown {
  if (path.startsWith('/api/v1/dashboard/')) return completeAll(data, 'page', 'pages', completePage)
  if (path.startsWith('/api/v1/users')) return wrap(data, 'user', 'users')
  return AGENT_SHAPES[path]?.(data) ?? data
}
