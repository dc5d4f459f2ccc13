import { pagesOf } from '@atalaya/contract/displays'
import type { LiveEvent } from '@atalaya/contract/events'
import type { Actor, Credential, DisplayRights } from '#server/domain/actors.ts'

type DisplayActor = Pick<Credential, 'id'> & { display: DisplayRights }
type Type = LiveEvent['type']
type DataOf<T extends Type> = Extract<LiveEvent, { type: T }>['data']

/** Display behind a credential; null for a person or a program. */
export function displayIn({ credential }: Actor): DisplayActor | null {
  return credential?.display ? { ...credential, display: credential.display } : null
}

const never = () => null
const always = <D>(data: D) => data
const showsAgent = ({ display }: DisplayActor, agentId: string) => display.agents.has(agentId)
const showsPage = (page: { _id: string }, { display }: DisplayActor) => display.pages.has(page._id)
const isItself = (display: { _id: string }, { id }: DisplayActor) => display._id === id
/** The whole event if it is about something that the display shows. */
const ifShown =
  <D>(isShown: (data: D, display: DisplayActor) => boolean) =>
  (data: D, display: DisplayActor): D | null =>
    isShown(data, display) ? data : null

/** For each kind of event: the part of its owner's events that a display gets; null for none. */
const VISIBLE: { [T in Type]: (data: DataOf<T>, display: DisplayActor) => DataOf<T> | null } = {
  'user.updated': never,
  'user.deleted': never,
  'agent.updated': (agent, display) => {
    if (!showsAgent(display, agent.agentId)) return null
    const isWhole = agent.behind === null || showsAgent(display, agent.behind)
    return isWhole ? agent : { ...agent, behind: null }
  },
  'agent.deleted': ifShown<DataOf<'agent.deleted'>>(({ agentId }, display) => showsAgent(display, agentId)),
  'agent.data': (data, display) => {
    const samples = data.samples.filter(({ agentId }) => showsAgent(display, agentId))
    const records = data.records.filter(({ agentId }) => showsAgent(display, agentId))
    const [allCount, shownCount] = [data.samples.length + data.records.length, samples.length + records.length]
    if (shownCount === 0) return null
    return shownCount === allCount ? data : { samples, records }
  },
  'command.updated': never,
  'page.updated': ifShown<DataOf<'page.updated'>>(showsPage),
  'page.deleted': ifShown<DataOf<'page.deleted'>>(showsPage),
  'display.updated': ifShown<DataOf<'display.updated'>>(isItself),
  'display.deleted': ifShown<DataOf<'display.deleted'>>(isItself),
  'display.told': ({ displayIds, order }, { id }) => (displayIds.includes(id) ? { displayIds: [id], order } : null),
  // Displays without own colours show their owner's.
  'preferences.updated': ({ colours }) => (colours === undefined ? null : { colours }),
  'alert.updated': ifShown<DataOf<'alert.updated'>>((_, { display }) => display.hasAlerts),
  'alerts.changed': ifShown<DataOf<'alerts.changed'>>((_, { display }) => display.hasAlerts || display.watchesAlerts),
  'modules.changed': always,
  'themes.changed': always,
  // Decided in `visibleTo` (audience.ts), by the widgets that the event names.
  'source.updated': never,
  'session.revoked': never,
  resync: always,
}

/**
 * Part of its owner's event that a display gets: only data that it shows; null for none. A whole event stays the same
 * object, so that it is serialized once for all streams. A display that shows no alerts but switches to a page during
 * alerts gets `alerts.changed` instead of the alert.
 */
export function visibleToDisplay(display: DisplayActor, event: LiveEvent): LiveEvent | null {
  const { type, data } = event
  if (type === 'alert.updated' && display.display.watchesAlerts && !display.display.hasAlerts) {
    return { type: 'alerts.changed', data: {} }
  }
  const visibleIn = VISIBLE[type] as (data: LiveEvent['data'], display: DisplayActor) => LiveEvent['data'] | null
  const visible = visibleIn(data, display)
  return visible === data ? event : visible && ({ type, data: visible } as LiveEvent)
}

/** True if an event may change a display's rights. Its stream then ends, and the next one has the new ones. */
export function changesRights({ display }: DisplayActor, event: LiveEvent): boolean {
  if (event.type === 'page.updated' || event.type === 'page.deleted') return true
  if (event.type !== 'display.updated') return false
  if ((event.data.settings.onAlert !== null) !== display.watchesAlerts) return true
  const pages = pagesOf(event.data)
  return pages.size !== display.pages.size || [...pages].some((page) => !display.pages.has(page))
}
