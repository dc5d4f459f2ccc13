import { type QueryClient, QueryObserver } from '@tanstack/react-query'
import { type Applier, applyEvent, applyToCatalogue } from '#web/app/apply-event.ts'
import { agentsOfQuery, withUpdatedAgent } from '#web/app/home/home.queries.ts'
import { applyToWidgets } from '#web/components/widget/agent-events.ts'
import { applyToSources } from '#web/components/widget/source-events.ts'
import { meQuery, sessionsQuery } from '#web/features/account/account.queries.ts'
import { applyAgentEvent } from '#web/features/agents/agents-live.ts'
import { applyToAlerts } from '#web/features/alerts/alerts-live.ts'
import { applyToPages } from '#web/features/boards/boards.queries.ts'
import { applyToDisplays } from '#web/features/displays/displays-live.ts'
import { applyUserEvent } from '#web/features/users/users-live.ts'
import { readAgain } from '#web/lib/calls/read-again.ts'
import { onReturn } from '#web/lib/live/connectivity.ts'
import { takePosition } from '#web/lib/live/live-position.ts'
import { openLiveStream } from '#web/lib/live/live-stream.ts'
import { lead } from '#web/lib/live/tab-leader.ts'
import { onTabEvent, publishToTabs, type TabMessage } from '#web/lib/live/tabs.ts'
import { applyToPreferences, preferencesQuery } from '#web/lib/preferences.ts'
import { usersQuery } from '#web/lib/session/accounts.ts'
import { readSession, storeUser } from '#web/lib/session/session.ts'
import { themesQuery } from '#web/lib/themes.ts'

const LOCK_NAME = 'live-events'

/** Updates the user's own account: an administrator or another browser may change it. */
const applyToSession: Applier = (client, event) => {
  if (event.type !== 'user.updated' || event.data._id !== readSession()?.user?._id) return
  storeUser(event.data)
  client.setQueryData(meQuery.queryKey, (me) => me && { ...me, user: event.data })
}

const applyToHome: Applier = (client, event) => {
  if (event.type !== 'agent.updated') return
  const { queryKey } = agentsOfQuery(event.data.user._id)
  client.setQueryData(queryKey, (ownAgents) => ownAgents && withUpdatedAgent(ownAgents, event.data))
}

const applyToUsers: Applier = (client, event) => {
  client.setQueryData(usersQuery.queryKey, (users) => users && applyUserEvent(users, event))
}

const applyToSessions: Applier = (client, event) => {
  if (event.type === 'session.revoked') readAgain(client, sessionsQuery.queryKey)
}

const applyToColours: Applier = (client, event) => {
  if (event.type !== 'themes.changed') return
  readAgain(client, themesQuery.queryKey)
  if (client.getQueryData(preferencesQuery.queryKey)?.colours === event.data.id) {
    readAgain(client, preferencesQuery.queryKey)
  }
}

/** Functions that apply an event to one feature's part of the cache. A new one needs one line here. */
const appliers: Applier[] = [
  applyToSession,
  applyToSessions,
  applyToHome,
  applyToUsers,
  applyAgentEvent,
  applyToAlerts,
  applyToPages,
  applyToDisplays,
  applyToWidgets,
  applyToSources,
  applyToCatalogue,
  applyToPreferences,
  applyToColours,
]

/**
 * Follows the server's live events and keeps the query cache up to date. One tab holds the stream and forwards events
 * to the others. Returns a function that stops it.
 */
export function startLiveEvents(client: QueryClient): () => void {
  const controller = new AbortController()
  const userId = readSession()?.user?._id
  // Events sent while the server was away are lost, so everything is read again.
  const stopOnReturn = onReturn(() => readAgain(client, []))
  let lastId: string | null = null
  // Keeps the preferences loaded: every screen uses their formats and colours, but few screens read them.
  const stopPreferences = new QueryObserver(client, preferencesQuery).subscribe(() => undefined)

  function receive({ event, id }: TabMessage) {
    lastId = id
    applyEvent(client, appliers, event)
  }
  const stopTabs = onTabEvent(userId, receive)

  void lead(LOCK_NAME, controller.signal, () =>
    openLiveStream({
      beginAt: () => lastId ?? takePosition(),
      signal: controller.signal,
      onEvent(event, id) {
        const message = { event, id, to: userId }
        receive(message)
        publishToTabs(message)
      },
    }),
  )
  return () => {
    controller.abort()
    stopOnReturn()
    stopPreferences()
    stopTabs()
  }
}
