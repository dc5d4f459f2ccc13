import { agentSort } from '@atalaya/contract/agent-listing'
import { type AgentRecord, agents } from '@atalaya/contract/agents'
import { attention } from '@atalaya/contract/attention'
import { commands } from '@atalaya/contract/commands'
import type { Data } from '@atalaya/contract/route'
import { telemetry } from '@atalaya/contract/telemetry'
import { about, each, forAll, ids, type ListRow, list, ofA, query, totals, totalsOf } from './list-rows.ts'

const ALL = ['a1', 'a2', 'b1', 'b2', 'admin1', 'admin2']
const DAY_MS = 86_400_000

/** Names of an owner's agents. */
const theirs = (owner: string) => [`${owner}1`, `${owner}2`]
/** The names, and their count as the total of the list. */
const inAll = (...names: string[]) => [...names, `${names.length} in all`]
const agentsOf = (entries: { agentId: string }[]) => entries.map(({ agentId }) => agentId)
/** A day before and after now. */
const span = { from: new Date(Date.now() - DAY_MS).toISOString(), to: new Date(Date.now() + DAY_MS).toISOString() }

const agentLines = ({ agents: found, pagination }: Data<typeof agents.list>) => [
  ...agentsOf(found),
  `${pagination.total} in all`,
]
const ofNobody = { a: inAll(), display: inAll(), b: inAll() }
const only = (owner: string, ...names: string[]) => ({ [owner]: inAll(...names) })
const connectedOf = (owner: string) => (owner === 'admin' ? inAll() : inAll(`${owner}1`))
const unconnectedOf = (owner: string) => (owner === 'admin' ? theirsInAll(owner) : inAll(`${owner}2`))
const theirsInAll = (owner: string) => inAll(...theirs(owner))
/** For each record its agent's id, and the name in its data: a text, or the name of a metric. */
const sentBy = (records: AgentRecord[]) =>
  records.flatMap(({ agentId, data: { data } }) => [agentId, typeof data === 'string' ? data : Object.keys(data ?? {})])

const commandLines = ({ commands: sent, pagination }: Pick<Data<typeof commands.batch>, 'commands' | 'pagination'>) => [
  ...ids(sent),
  `${pagination.total} in all`,
]
const batchLines = (data: Data<typeof commands.batch>) => [
  ...commandLines(data),
  ...Object.entries(data.batch.counts).map(([status, count]) => `${count} ${status}`),
]
const batchIds = ({ batches, pagination }: Data<typeof commands.activity>) => [
  ...batches.map(({ batchId }) => batchId),
  `${pagination.total} in all`,
]
const sentToAll = (...names: string[]) => inAll(...names.map((agent) => `admin: all > ${agent}`))
const reached = each((owner) => totals(2, owner === 'admin' ? 0 : 1), totals(6, 2))

const comparisonLines = ({ agents: found, total }: Data<typeof telemetry.compare>) => [
  ...agentsOf(found),
  ...found.flatMap(({ range }) => range.metrics),
  `${total} in all`,
]
const comparedOf = (owner: string) => [...theirs(owner), ...theirs(owner).map((name) => `of-${name}`), '2 in all']

/** Two agents of each owner; the first ones of A and B are connected. Also commands to them. */
export const fleetLists: ListRow[] = [
  list(agents.list, agentLines, each(theirsInAll, inAll(...ALL))),
  list(agents.list, agentLines, each(theirsInAll), query({ owner: 'me' })),
  list(agents.list, agentLines, each(theirsInAll, inAll(...ALL)), query({ query: 'hall' })),
  list(agents.list, agentLines, each(theirsInAll), query({ query: 'hall', owner: 'me' })),
  // A term without three letters in a row is searched differently.
  list(
    agents.list,
    agentLines,
    each((owner) => (owner === 'b' ? theirsInAll(owner) : inAll()), theirsInAll('b')),
    query({ query: 'l b' }),
  ),
  list(
    agents.list,
    (data) => agentsOf(data.agents),
    { ...ofA('a1'), admin: ['a1', 'b1', 'admin1'] },
    query({ after: 'a2' }),
  ),
  ...agentSort.options.map((sort) =>
    list(agents.list, agentLines, each(theirsInAll, inAll(...ALL)), query({ sort, order: 'desc' })),
  ),
  ...agentSort.options.map((sort) => list(agents.list, agentLines, each(theirsInAll), query({ sort, owner: 'me' }))),
  list(agents.list, agentLines, each(connectedOf, inAll('a1', 'b1')), query({ status: 'online', sort: 'disk' })),
  list(
    agents.list,
    agentLines,
    each(unconnectedOf, inAll('a2', 'admin1', 'admin2', 'b2')),
    query({ status: 'pending,offline' }),
  ),
  list(agents.list, agentLines, each(theirsInAll, inAll(...ALL)), query({ tag: 'hall', sort: 'status' })),
  list(
    agents.list,
    agentLines,
    { ...ofNobody, ...only('b', 'b1', 'b2'), admin: inAll('b1', 'b2') },
    query({ tag: 'tag-b' }),
  ),
  list(
    agents.list,
    agentLines,
    { ...ofNobody, ...only('b', 'b1', 'b2'), admin: inAll('b1', 'b2') },
    query({ ownerId: 'b' }),
  ),
  list(agents.list, agentLines, { ...ofNobody, admin: inAll('admin1', 'admin2') }, query({ ownerId: 'admin' })),
  list(
    agents.list,
    agentLines,
    { ...ofA(...theirsInAll('a')), b: inAll(), admin: inAll() },
    query({ owner: 'me', ownerId: 'a' }),
  ),
  list(agents.list, agentLines, each(connectedOf, inAll('a1', 'b1')), query({ query: 'onli', sort: 'cpu' })),
  list(agents.list, agentLines, each(theirsInAll, inAll(...ALL)), query({ query: 'hall', sort: 'memory' })),
  list(
    agents.list,
    agentLines,
    each(unconnectedOf, inAll('a2', 'b2', 'admin1', 'admin2')),
    query({ system: '', sort: 'version' }),
  ),
  list(
    agents.list,
    agentLines,
    each(() => inAll(), inAll()),
    query({ trouble: 'true' }),
  ),
  list(
    agents.get,
    (data) => ('agents' in data ? [...agentsOf(data.agents), ...totalsOf(data)] : []),
    ofA('a1', 'a2', ...totals(2, 1)),
    about('a'),
  ),
  list(
    agents.tags,
    ({ tags }) => tags,
    each((owner) => ['hall', `tag-${owner}`], ['hall', 'tag-a', 'tag-admin', 'tag-b']),
  ),
  // All users may read the totals of the fleet.
  list(agents.stats, ({ agentsTotal, agentsOnline }) => totals(agentsTotal, agentsOnline), forAll(...totals(6, 2))),

  list(
    agents.latest,
    ({ latest }) => sentBy(latest).flat(),
    each((owner) => [...theirs(owner), ...theirs(owner)], [...ALL, ...ALL]),
  ),
  list(
    agents.records,
    ({ records, pagination }) => [...sentBy(records).flat(), `${pagination.total} in all`],
    ofA('a1', 'a1', 'a1', 'of-a1', '2 in all'),
    about('a1'),
  ),
  list(telemetry.range, ({ metrics }) => metrics, ofA('of-a1'), about('a1', span)),
  // All agents have this tag: a caller compares only the agents that they may see.
  list(telemetry.compare, comparisonLines, each(comparedOf, [...ALL, ...ALL.map((name) => `of-${name}`), '6 in all']), {
    variant: ' with a tag',
    input: () => ({ query: { ...span, tag: 'hall' } }),
  }),
  list(
    telemetry.compare,
    comparisonLines,
    {
      ...ofA('a1', 'of-a1', '1 in all'),
      b: ['b1', 'of-b1', '1 in all'],
      admin: ['a1', 'b1', 'of-a1', 'of-b1', '2 in all'],
    },
    {
      variant: ' of a1 and b1',
      input: (idOf) => ({ query: { ...span, ids: `${idOf('a1')},${idOf('b1')}` } }),
    },
  ),

  list(commands.reach, totalsOf, reached),
  list(commands.reach, totalsOf, reached, query({ tag: 'hall' })),
  list(commands.reach, totalsOf, { ...ofA(...totals(2, 1)), b: totals(0, 0) }, query({ tag: 'tag-a' })),
  list(
    agents.facets,
    ({ systems, versions }) => [...systems, ...versions],
    each((owner) => (owner === 'admin' ? ['os-a1', 'os-b1', 'of-a1', 'of-b1'] : [`os-${owner}1`, `of-${owner}1`])),
  ),
  list(
    commands.preview,
    ({ total, offers }) => [`${total} in all`, ...agentsOf(offers.first)],
    each((owner) => (owner === 'admin' ? ['6 in all', 'a1', 'b1'] : ['2 in all', `${owner}1`])),
    { input: () => ({ body: { command: 'not offered' } }) },
  ),
  list(commands.capabilities, ({ capabilities }) => capabilities.map(({ name }) => name), ofA('of-a1'), about('a1')),
  list(commands.listOfAgent, commandLines, ofA(...inAll('admin: all > a1', 'a: tag-a > a1')), about('a1')),
  list(
    commands.get,
    ({ command, steps }) => [command._id, ...steps.map(({ status }) => status)],
    ofA('admin: all > a2', 'queued', 'cancelled'),
    about('admin: all > a2'),
  ),
  list(
    commands.batch,
    batchLines,
    each(
      (owner) => [...sentToAll(...theirs(owner)), ...(owner === 'admin' ? [] : ['1 sent', '1 cancelled'])],
      [...sentToAll(...ALL), '2 sent', '2 queued', '2 cancelled'],
    ),
    about('admin: all'),
  ),
  list(
    commands.batch,
    commandLines,
    each((owner) => sentToAll(`${owner}2`), sentToAll('a2', 'b2')),
    about('admin: all', { status: 'cancelled' }),
  ),
  list(commands.batch, commandLines, ofA(...inAll('a: tag-a > a1', 'a: tag-a > a2')), about('a: tag-a')),
  list(
    commands.activity,
    batchIds,
    each((owner) => inAll(...(owner === 'admin' ? ['admin: all'] : []), `${owner}: tag-${owner}`)),
  ),
  list(
    commands.activity,
    batchIds,
    each(
      (owner) => inAll('admin: all', `${owner}: tag-${owner}`),
      inAll('admin: all', 'a: tag-a', 'b: tag-b', 'admin: tag-admin'),
    ),
    query({ show: 'open' }),
  ),
  list(
    commands.activity,
    batchIds,
    each(() => inAll()),
    query({ show: 'wrong' }),
  ),
  list(
    attention.read,
    ({ agents: all, waiting, pending }) => [`${all} in all`, `${pending} never came`, `${waiting} waiting`],
    each(() => ['2 in all', '1 never came', '2 waiting'], ['6 in all', '4 never came', '8 waiting']),
  ),
]

const addressedAgents = ({ commands: sent, skipped }: Data<typeof commands.send>) => agentsOf([...sent, ...skipped])
const commandTo = (target: string, agentNames?: string[], tag?: string) => ({
  variant: ` to ${target}`,
  input: (idOf: (name: string) => string) => ({
    body: { command: 'diagnose', ...(agentNames && { agentIds: agentNames.map(idOf) }), ...(tag && { tag }) },
  }),
})
/** Agents that each caller may command. A display is refused, because it has not confirmed a password. */
const commandable = { ...each(theirs, ALL), display: 403 }

/** Calls that send commands to these agents; each makes further commands. */
export const fleetTargets: ListRow[] = [
  list(commands.send, addressedAgents, commandable, commandTo('all')),
  list(commands.send, addressedAgents, commandable, commandTo('all with a tag', undefined, 'hall')),
  list(commands.send, addressedAgents, { ...ofA('a1', 'a2'), display: 403 }, commandTo('those of one', ['a1', 'a2'])),
  list(
    commands.send,
    addressedAgents,
    { a: 404, display: 403, b: 404, admin: ['a1', 'b1'] },
    commandTo('those of two', ['a1', 'b1']),
  ),
]
