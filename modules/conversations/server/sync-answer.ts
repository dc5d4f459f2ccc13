import { z } from 'zod'

const text = z.string().max(100_000)
const event = z.object({
  type: z.string(),
  sender: z.string().optional(),
  state_key: z.string().optional(),
  origin_server_ts: z.number().optional(),
  content: z.record(z.string(), z.unknown()).default({}),
})
export type MatrixEvent = z.infer<typeof event>

/** One event that is no event is no reason to lose the others. */
const events = z
  .array(z.unknown())
  .transform((all) => all.flatMap((one) => event.safeParse(one).data ?? []))
  .default([])

const joined = z.object({
  summary: z.object({ 'm.heroes': z.array(text).optional() }).default({}),
  state: z.object({ events }).default({ events: [] }),
  timeline: z.object({ events }).default({ events: [] }),
  unread_notifications: z
    .object({ notification_count: z.number().default(0), highlight_count: z.number().default(0) })
    .optional(),
})
export type JoinedRoom = z.infer<typeof joined>

/** Of a room to which somebody invites, only so much is told before one joins. */
const invited = z.object({ invite_state: z.object({ events }).default({ events: [] }) })
export type InvitedRoom = z.infer<typeof invited>

/** What is read of `GET /sync` (Matrix client-server API, section "Syncing"). */
export const syncAnswer = z.object({
  next_batch: text,
  rooms: z
    .object({
      invite: z.record(z.string(), invited).default({}),
      join: z.record(z.string(), joined).default({}),
      leave: z.record(z.string(), z.unknown()).default({}),
    })
    .default({ invite: {}, join: {}, leave: {} }),
})
export const joinedRooms = z.object({ joined_rooms: z.array(text) })
export type SyncAnswer = z.infer<typeof syncAnswer>

/** Nothing but what the list needs. Receipts are in it so that reading elsewhere ends the wait. */
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
