import type { Conversation, LastMessage } from './conversations.ts'
import { detachFromOriginal } from './detach-from-original.ts'
import { toMessage } from './messages.ts'
import type { InvitedRoom, JoinedRoom, MatrixEvent, SyncAnswer } from './sync-answer.ts'

const ROOMS_MAX = 1000
/** Bound on the remembered members of a room: the most recent senders. */
const MEMBERS_MAX = 30
const HEROES_MAX = 10
const SHOWN_MAX = 30
const INVITATIONS_MAX = 10
const NAME_MAX = 100

type Room = {
  name: string
  alias: string
  /** Members whose names stand for a room without a name, as the homeserver chooses them. */
  heroes: string[]
  members: Map<string, string>
  last: LastMessage | null
  unread: number
  isMentioned: boolean
}

const emptyRoom = (): Room => ({
  name: '',
  alias: '',
  heroes: [],
  members: new Map(),
  last: null,
  unread: 0,
  isMentioned: false,
})

/** Fallback for a missing display name: bob for '@bob:example.org'. */
const localPart = (userId: string) => /^@([^:]+):/.exec(userId)?.[1] ?? userId
const textOf = (value: unknown) =>
  typeof value === 'string' ? detachFromOriginal(value.slice(0, NAME_MAX).trim()) : ''

/** Conversations of an account. Each later answer of the homeserver has only the changes since the one before. */
export function createRooms(account: string) {
  const rooms = new Map<string, Room>()
  const invitations = new Map<string, Conversation>()

  const nameIn = (room: Room, userId: string) =>
    userId === account ? 'You' : (room.members.get(userId) || localPart(userId)).slice(0, NAME_MAX)

  function applyState(room: Room, { type, state_key: key = '', content }: MatrixEvent): void {
    if (type === 'm.room.name') room.name = textOf(content.name)
    if (type === 'm.room.canonical_alias') room.alias = textOf(content.alias)
    if (type !== 'm.room.member') return
    room.members.delete(key)
    room.members.set(key, textOf(content.displayname))
    const [first] = room.members.keys()
    if (room.members.size > MEMBERS_MAX && first !== undefined) room.members.delete(first)
  }

  function update(room: Room, { summary, state, timeline, unread_notifications: unread }: JoinedRoom): void {
    room.heroes = summary['m.heroes']?.slice(0, HEROES_MAX) ?? room.heroes
    for (const event of [...state.events, ...timeline.events]) {
      if (event.state_key !== undefined) applyState(room, event)
    }
    const newest = timeline.events.at(-1)
    if (newest) room.last = toMessage(newest, nameIn(room, newest.sender ?? '')) ?? room.last
    if (!unread) return
    room.unread = unread.notification_count
    room.isMentioned = unread.highlight_count > 0
  }

  /** Name of the room, else those of its members. */
  function nameOf(room: Room): string {
    const others = room.heroes.filter((userId) => userId !== account)
    const names = others.map((userId) => nameIn(room, userId)).join(', ')
    return room.name || room.alias || names.slice(0, NAME_MAX) || 'Empty conversation'
  }

  function invite(id: string, { invite_state: { events } }: InvitedRoom): void {
    const room = emptyRoom()
    for (const event of events) applyState(room, event)
    const membership = events.find(({ type, state_key: key }) => type === 'm.room.member' && key === account)
    const sender = nameIn(room, membership?.sender ?? '').slice(0, NAME_MAX) || 'Somebody'
    const last = { sender, text: null, kind: 'invitation', at: 0 } as const
    if (invitations.size >= INVITATIONS_MAX) return
    invitations.set(id, { id, name: room.name || room.alias || sender, unread: 1, isMentioned: false, last })
  }

  /** Keeps only the rooms with these ids. */
  function keep(ids: readonly string[]): void {
    const joined = new Set(ids)
    for (const id of rooms.keys()) if (!joined.has(id)) rooms.delete(id)
  }

  return {
    /** Applies an answer. `isFullSync` if it is the whole state, not only the changes. */
    apply({ rooms: { invite: invited, join, leave } }: Pick<SyncAnswer, 'rooms'>, isFullSync: boolean): void {
      if (isFullSync) {
        invitations.clear()
        keep(Object.keys(join))
      }
      for (const id of Object.keys(leave)) rooms.delete(id)
      for (const id of Object.keys({ ...join, ...leave })) invitations.delete(id)
      for (const [id, room] of Object.entries(invited)) invite(id, room)
      for (const [id, change] of Object.entries(join)) {
        const room = rooms.get(id) ?? emptyRoom()
        if (!rooms.has(id) && rooms.size >= ROOMS_MAX) continue
        rooms.set(id, room)
        update(room, change)
      }
    },

    keep,

    hasInvitations: (): boolean => invitations.size > 0,

    /** Invitations, then the newest first. */
    list(): Conversation[] {
      const known = [...rooms]
        .map(([id, room]) => {
          const { last, unread, isMentioned } = room
          return { id, name: nameOf(room), unread, isMentioned, last }
        })
        .sort((a, b) => (b.last?.at ?? 0) - (a.last?.at ?? 0))
      return [...invitations.values(), ...known].slice(0, SHOWN_MAX)
    },
  }
}
export type Rooms = ReturnType<typeof createRooms>
