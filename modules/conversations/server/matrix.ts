import { type NetAnswer, pause, type Tools } from '@atalaya/module-sdk/server'
import type { Conversations } from './conversations.ts'
import { createRooms, type Rooms } from './rooms.ts'
import { forgetSession, type MatrixConfig, type MatrixSession, openSession, read, readLarge } from './sign-in.ts'
import { joinedRooms, SYNC_FILTER, type SyncAnswer, syncAnswer } from './sync-answer.ts'

/** The homeserver answers as soon as something happens, and after this long anyway. */
const POLL_MS = 30_000
const GRACE_MS = 10_000
/** Time between two checks that invitations still stand. */
const INVITATIONS_MS = 5 * 60_000
/** Some 1,700 rooms. */
const ANSWER_MAX_BYTES = 4 * 1024 * 1024
const ANSWER_MAX_VALUES = 250_000
/** Pause between two requests, however fast the answers. At most a twentieth of the time is spent on them. */
const BREATH_MS = 250
const SHARE = 20
const UNAUTHORISED = 401

const isEmpty = ({ rooms: { invite, join, leave } }: SyncAnswer) =>
  Object.keys({ ...invite, ...join, ...leave }).length === 0

/** An early and empty answer: the filter hides its event, such as leaving a room. */
async function findLeft({ base, token }: MatrixSession, rooms: Rooms, { net }: Tools): Promise<void> {
  const headers = { authorization: `Bearer ${token}` }
  const answer = await net.request(`${base}/_matrix/client/v3/joined_rooms`, { headers })
  rooms.keep(read(answer, joinedRooms).joined_rooms)
}

type SyncPoint = { since: string | null; wholes: number }

function ask({ base, token }: MatrixSession, { since, wholes }: SyncPoint, { net }: Tools): Promise<NetAnswer> {
  // Without `since` everything comes at once, with any timeout. Synapse repeats an older answer to the very same
  // request.
  const timeout = since === null ? wholes : POLL_MS
  // Presence would show the user as online.
  const query = new URLSearchParams({ timeout: String(timeout), set_presence: 'offline' })
  query.set('filter', SYNC_FILTER)
  if (since !== null) query.set('since', since)
  const headers = { authorization: `Bearer ${token}` }
  const limits = { timeoutMs: POLL_MS + GRACE_MS, maxBytes: ANSWER_MAX_BYTES }
  return net.request(`${base}/_matrix/client/v3/sync?${query}`, { headers, ...limits })
}

/** Continues in a new session if the homeserver no longer knows the old one. */
function createAsking(config: MatrixConfig, first: MatrixSession, tools: Tools) {
  let session = first
  return {
    session: () => session,
    async next(position: SyncPoint): Promise<{ sync: SyncAnswer; cameAt: number }> {
      let answer = await ask(session, position, tools)
      if (answer.status === UNAUTHORISED && forgetSession(config)) {
        session = await openSession(config, tools)
        answer = await ask(session, position, tools)
      }
      const cameAt = performance.now()
      return { sync: await readLarge(answer, syncAnswer, ANSWER_MAX_VALUES), cameAt }
    },
  }
}
type MatrixRequests = ReturnType<typeof createAsking>

/**
 * Makes one request and takes its news in. The answer itself is not kept: it can be large, and the next is long in
 * coming.
 */
async function takeNext(asking: MatrixRequests, position: SyncPoint, rooms: Rooms) {
  const { sync, cameAt } = await asking.next(position)
  rooms.apply(sync, position.since === null)
  const restMs = Math.max(BREATH_MS, (performance.now() - cameAt) * SHARE)
  return { since: sync.next_batch, isNothing: isEmpty(sync), restMs }
}

/** Follows an account: one request waits at the homeserver for all viewers. */
export async function followMatrix(
  config: MatrixConfig,
  tools: Tools,
  emit: (data: Conversations) => void,
): Promise<void> {
  const asking = createAsking(config, await openSession(config, tools), tools)
  const { account } = asking.session()
  const rooms = createRooms(account)
  const position: SyncPoint = { since: null, wholes: 0 }
  let wholeAt = 0
  while (!tools.signal.aborted) {
    const askedAt = performance.now()
    const isWhole = position.since === null
    const { since, isNothing, restMs } = await takeNext(asking, position, rooms)
    position.since = since
    if (isWhole) {
      wholeAt = askedAt
      position.wholes += 1
    } else if (isNothing) {
      const isEarly = performance.now() - askedAt < POLL_MS
      if (isEarly) await findLeft(asking.session(), rooms, tools)
      // Declining an invitation elsewhere is not announced. It is missing from a whole answer.
      if (rooms.hasInvitations() && (isEarly || askedAt - wholeAt > INVITATIONS_MS)) position.since = null
    }
    emit({ account, rooms: rooms.list() })
    await pause(restMs, tools.signal)
  }
}
