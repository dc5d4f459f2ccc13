import { type NetAnswer, pause, type Tools } from '@atalaya/module-sdk/server'
import type { Conversations } from './conversations.ts'
import { createRooms, type Rooms } from './rooms.ts'
import { forgetSession, type MatrixConfig, type MatrixSession, openSession, read, readLarge } from './sign-in.ts'
import { checkSync, joinedRooms, SYNC_FILTER, type SyncAnswer } from './sync-answer.ts'

/** Longest wait of the homeserver for something new; it answers an empty sync then. */
const POLL_MS = 30_000
/** Time beyond the poll before a request is given up. */
const GRACE_MS = 10_000
/** Time between two checks that invitations still stand. */
const INVITATIONS_EVERY_MS = 5 * 60_000
/** Enough for about 1,700 rooms. */
const ANSWER_MAX_BYTES = 4 * 1024 * 1024
const ANSWER_MAX_VALUES = 250_000
/**
 * Minimum pause between two requests, and the pause as a multiple of the time to process an answer. Processing takes at
 * most 5 % of the time.
 */
const REST_MIN_MS = 250
const REST_FACTOR = 20
const UNAUTHORISED = 401

const isEmpty = ({ rooms: { invite, join, leave } }: SyncAnswer) =>
  Object.keys({ ...invite, ...join, ...leave }).length === 0

/** Drops rooms that the user has left. Called after an early, empty answer: the filter hides the event of leaving. */
async function dropLeftRooms({ base, token }: MatrixSession, rooms: Rooms, { net }: Tools): Promise<void> {
  const headers = { authorization: `Bearer ${token}` }
  const answer = await net.request(`${base}/_matrix/client/v3/joined_rooms`, { headers })
  rooms.keep(read(answer, joinedRooms).joined_rooms)
}

type SyncPoint = { since: string | null; fullSyncs: number }

function ask({ base, token }: MatrixSession, { since, fullSyncs }: SyncPoint, { net }: Tools): Promise<NetAnswer> {
  // Synapse answers an identical request from its cache. A full sync ignores the timeout, so its value only makes each
  // request differ.
  const timeout = since === null ? fullSyncs : POLL_MS
  // Without `offline` the request would show the user as online.
  const query = new URLSearchParams({ timeout: String(timeout), set_presence: 'offline' })
  query.set('filter', SYNC_FILTER)
  if (since !== null) query.set('since', since)
  const headers = { authorization: `Bearer ${token}` }
  const limits = { timeoutMs: POLL_MS + GRACE_MS, maxBytes: ANSWER_MAX_BYTES }
  return net.request(`${base}/_matrix/client/v3/sync?${query}`, { headers, ...limits })
}

/** Continues in a new session if the homeserver no longer knows the old one. */
function createSyncRequests(config: MatrixConfig, first: MatrixSession, tools: Tools) {
  let session = first
  return {
    session: () => session,
    async next(position: SyncPoint): Promise<{ sync: SyncAnswer; receivedAt: number }> {
      let answer = await ask(session, position, tools)
      if (answer.status === UNAUTHORISED && forgetSession(config)) {
        session = await openSession(config, tools)
        answer = await ask(session, position, tools)
      }
      const receivedAt = performance.now()
      return { sync: await readLarge(answer, checkSync, ANSWER_MAX_VALUES), receivedAt }
    },
  }
}
type SyncRequests = ReturnType<typeof createSyncRequests>

/** Makes one request and applies its answer. A function of its own frees a large answer before the next long poll. */
async function takeNext(requests: SyncRequests, position: SyncPoint, rooms: Rooms) {
  const { sync, receivedAt } = await requests.next(position)
  rooms.apply(sync, position.since === null)
  const restMs = Math.max(REST_MIN_MS, (performance.now() - receivedAt) * REST_FACTOR)
  return { since: sync.next_batch, hasNoNews: isEmpty(sync), restMs }
}

/** Follows an account: one request waits at the homeserver for all viewers. */
export async function followMatrix(
  config: MatrixConfig,
  tools: Tools,
  emit: (data: Conversations) => void,
): Promise<void> {
  const requests = createSyncRequests(config, await openSession(config, tools), tools)
  const { account } = requests.session()
  const rooms = createRooms(account)
  const position: SyncPoint = { since: null, fullSyncs: 0 }
  let fullSyncAt = 0
  while (!tools.signal.aborted) {
    const askedAt = performance.now()
    const isFullSync = position.since === null
    const { since, hasNoNews, restMs } = await takeNext(requests, position, rooms)
    position.since = since
    if (isFullSync) {
      fullSyncAt = askedAt
      position.fullSyncs += 1
    } else if (hasNoNews) {
      const isEarly = performance.now() - askedAt < POLL_MS
      if (isEarly) await dropLeftRooms(requests.session(), rooms, tools)
      // Sync does not report an invitation declined on another device. A full sync no longer lists it.
      if (rooms.hasInvitations() && (isEarly || askedAt - fullSyncAt > INVITATIONS_EVERY_MS)) position.since = null
    }
    emit({ account, rooms: rooms.list() })
    await pause(restMs, tools.signal)
  }
}
