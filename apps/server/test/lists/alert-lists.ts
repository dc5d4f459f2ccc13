import { alertChannels } from '@atalaya/contract/alert-channels'
import { alerts } from '@atalaya/contract/alert-incidents'
import { alertRules } from '@atalaya/contract/alert-rules'
import { about, each, ids, type ListRow, list, query } from './list-rows.ts'

const ofEachOwner = (kind: string) =>
  each((owner) => [`${kind} of ${owner}`], [`${kind} of admin`, `${kind} of the fleet`])

/** Each owner has a rule, an alert of it and a silence of it. The fleet has one of each, too. */
export const alertLists: ListRow[] = [
  list(alertRules.list, ({ rules }) => ids(rules), ofEachOwner('rule')),
  list(alerts.list, ({ incidents }) => ids(incidents), ofEachOwner('alert')),
  list(
    alerts.list,
    ({ incidents }) => ids(incidents),
    each(() => []),
    query({ state: 'ended' }),
  ),
  list(
    alerts.list,
    ({ incidents }) => ids(incidents),
    { ...each(() => []), a: ['alert of a'], display: ['alert of a'] },
    query({ agentId: 'a1' }),
  ),
  list(
    alertChannels.list,
    ({ channels }) => ids(channels),
    each((owner) => [`channel of ${owner}`]),
  ),
  list(
    alertChannels.messages,
    ({ messages }) => ids(messages),
    each((owner) => [`message to ${owner}`]),
  ),
  list(alerts.silences, ({ silences }) => ids(silences), ofEachOwner('silence')),
  list(
    alerts.get,
    ({ members }) => members.map(({ agent }) => agent._id ?? ''),
    { a: ['a1'], display: ['a1'], b: 404, admin: 404 },
    about('alert of a'),
  ),
]
