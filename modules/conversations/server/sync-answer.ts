import { setImmediate } from 'node:timers/promises'
import { z } from 'zod'

/** Ids are of 255 bytes at most (Matrix specification, appendix "Identifiers"). */
const id = z.string().max(255)
/** The last instant that a Date can be. */
const LAST_INSTANT = 8.64e15
const position = z.string().max(4_000)
const event = z.object({
  type: id,
  sender: id.optional(),
  state_key: id.optional(),
  origin_server_ts: z.number().min(0).max(LAST_INSTANT).optional(),
  content: z.record(z.string(), z.unknown()).default({}),
})
export type MatrixEvent = z.infer<typeof event>

/** Bound on the events of one list: the filter lets a room have a few dozens. */
const EVENTS_MAX = 200
/** Skips a malformed event and keeps the others. */
const events = z
  .array(z.unknown())
  .transform((all) => all.slice(-EVENTS_MAX).flatMap((item) => event.safeParse(item).data ?? []))
  .default([])

const joinedRoom = z.object({
  summary: z.object({ 'm.heroes': z.array(id).optional() }).default({}),
  state: z.object({ events }).default({ events: [] }),
  timeline: z.object({ events }).default({ events: [] }),
  unread_notifications: z
    .object({ notification_count: z.number().default(0), highlight_count: z.number().default(0) })
    .optional(),
})
export type JoinedRoom = z.infer<typeof joinedRoom>

/** Part of a room that an invited user may see before joining. */
const invited = z.object({ invite_state: z.object({ events }).default({ events: [] }) })
export type InvitedRoom = z.infer<typeof invited>

/** Fields that are read of `GET /sync` (Matrix client-server API, section "Syncing"). */
export const syncAnswer = z.object({
  next_batch: position,
  rooms: z
    .object({
      invite: z.record(id, invited).default({}),
      join: z.record(id, joinedRoom).default({}),
      leave: z.record(id, z.unknown()).default({}),
    })
    .default({ invite: {}, join: {}, leave: {} }),
})
export const joinedRooms = z.object({ joined_rooms: z.array(id) })
export type SyncAnswer = z.infer<typeof syncAnswer>

/** Rooms that are checked in one turn of the event loop: some milliseconds. */
const ROOMS_PER_TURN = 10
const uncheckedRooms = z.record(z.string(), z.unknown()).default({})
const unchecked = z.object({
  rooms: z.object({ invite: uncheckedRooms, join: uncheckedRooms, leave: uncheckedRooms }).prefault({}),
})

/** Checks an answer as `syncAnswer` does, some rooms in each turn. @throws z.ZodError */
export async function checkSync(json: unknown): Promise<SyncAnswer> {
  const { next_batch } = syncAnswer.omit({ rooms: true }).parse(json)
  const rooms: SyncAnswer['rooms'] = { invite: {}, join: {}, leave: {} }
  const all = unchecked.parse(json).rooms
  for (const kind of ['invite', 'join', 'leave'] as const) {
    const entries = Object.entries(all[kind])
    for (let start = 0; start < entries.length; start += ROOMS_PER_TURN) {
      await setImmediate()
      const some = { [kind]: Object.fromEntries(entries.slice(start, start + ROOMS_PER_TURN)) }
      Object.assign(rooms[kind], syncAnswer.shape.rooms.parse(some)[kind])
    }
  }
  return { next_batch, rooms }
}

/** Limits an answer to the data that the list needs. Receipts are included, so that reading elsewhere ends the wait. */
export const SYNC_FILTER = JSON.stringify({
  presence: { types: [] },
  account_data: { types: ['m.direct'] },
  room: {
    timeline: { limit: 1, types: ['m.room.message', 'm.room.encrypted'] },
    state: {
      types: ['m.room.name', 'm.room.avatar', 'm.room.canonical_alias', 'm.room.encryption', 'm.room.member'],
      lazy_load_members: true,
    },
    ephemeral: { types: ['m.receipt'] },
    account_data: { types: [] },
  },
})
