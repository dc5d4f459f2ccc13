import type { NetAnswer, Tools } from '@atalaya/module-sdk/server'
import type { Conversations } from './conversations.ts'
import { createRooms, type Rooms } from './rooms.ts'
import { forgetSession, type MatrixConfig, type MatrixSession, openSession, read } from './sign-in.ts'
import { joinedRooms, SYNC_FILTER, type SyncAnswer, syncAnswer } from './sync-answer.ts'

/** The server answers as soon as something happens, and after this long anyway. */
const POLL_MS = 30_000
const GRACE_MS = 10_000
const ANSWER_MAX_BYTES = 8 * 1024 * 1024
const UNAUTHORISED = 401

const isEmpty = ({ rooms: { invite, join, leave } }: SyncAnswer) =>
  Object.keys({ ...invite, ...join, ...leave }).length === 0

/** An answer before its time with nothing in it: what happened is hidden by the filter, as leaving a room is. */
async function findLeft({ base, token }: MatrixSession, rooms: Rooms, { net }: Tools): Promise<void> {
  const headers = { authorization: `Bearer ${token}` }
  const answer = await net.request(`${base}/_matrix/client/v3/joined_rooms`, { headers })
  rooms.keep(read(answer, joinedRooms).joined_rooms)
}

function ask({ base, token }: MatrixSession, since: string | null, { net }: Tools): Promise<NetAnswer> {
  // The first answer comes at once; presence would show the user as online.
  const query = new URLSearchParams({ timeout: since === null ? '0' : String(POLL_MS), set_presence: 'offline' })
  query.set('filter', SYNC_FILTER)
  if (since !== null) query.set('since', since)
  const headers = { authorization: `Bearer ${token}` }
  const limits = { timeoutMs: POLL_MS + GRACE_MS, maxBytes: ANSWER_MAX_BYTES }
  return net.request(`${base}/_matrix/client/v3/sync?${query}`, { headers, ...limits })
}

/** Follows an account: one request waits at the homeserver, whoever looks. */
export async function followMatrix(
  config: MatrixConfig,
  tools: Tools,
  emit: (data: Conversations) => void,
): Promise<void> {
  let session = await openSession(config, tools)
  const rooms = createRooms(session.account)
  let since: string | null = null
  while (!tools.signal.aborted) {
    const askedAt = Date.now()
    let answer = await ask(session, since, tools)
    if (answer.status === UNAUTHORISED && forgetSession(config)) {
      session = await openSession(config, tools)
      answer = await ask(session, since, tools)
    }
    const sync = read(answer, syncAnswer)
    const isWhole: boolean = since === null
    since = sync.next_batch
    rooms.apply(sync, isWhole)
    if (isEmpty(sync) && !isWhole && Date.now() - askedAt < POLL_MS) {
      await findLeft(session, rooms, tools)
      // An invitation that was declined elsewhere is gone from the whole only.
      if (rooms.hasInvitations()) since = null
    }
    emit({ account: session.account, rooms: rooms.list() })
  }
}
