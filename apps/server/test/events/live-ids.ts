import type { LiveEvent } from '@atalaya/contract/events'

type Type = LiveEvent['type']
type DataOf<T extends Type> = Extract<LiveEvent, { type: T }>['data']

/** Ids of the resources that an event is about, or words if it names nothing. */
export const idsIn: { [T in Type]: (data: DataOf<T>) => string[] } = {
  'user.updated': ({ _id }) => [_id],
  'user.deleted': ({ _id }) => [_id],
  'agent.updated': ({ agentId }) => [agentId],
  'agent.deleted': ({ agentId }) => [agentId],
  'agent.data': ({ samples, records }) => [...samples, ...records].map(({ agentId }) => agentId),
  'command.updated': ({ agentId }) => [agentId],
  'page.updated': ({ _id }) => [_id],
  'page.deleted': ({ _id }) => [_id],
  'display.updated': ({ _id }) => [_id],
  'display.deleted': ({ _id }) => [_id],
  'display.told': ({ displayIds }) => displayIds,
  'preferences.updated': (chosen) => (chosen.ownViews ?? []).map(({ name }) => name),
  'alert.updated': ({ _id }) => [_id],
  'alerts.changed': () => ['alerts'],
  'modules.changed': () => ['the catalogue'],
  'themes.changed': ({ id }) => [id],
  'source.updated': ({ source }) => [source],
  'session.revoked': ({ sessionId }) => [sessionId ?? 'all'],
  resync: () => ['everything'],
}
