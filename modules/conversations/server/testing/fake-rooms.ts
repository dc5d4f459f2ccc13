export type Answer = { status: number; body: unknown }
type Event = { type: string; sender: string; state_key?: string; content: object; origin_server_ts: number }
type Room = {
  state: Event[]
  timeline: (Event & { batch: number })[]
  unread: number
  changedAt: number
  madeAt: number
}

export const FAKE_ACCOUNT = '@ada:farm.test'

/** The rooms of the fake homeserver. Its clock ticks with every change, and is the batch of a sync. */
export function createFakeRooms() {
  const rooms = new Map<string, Room>()
  const left = new Map<string, number>()
  const invited = new Map<string, { at: number; events: object[] }>()
  const waiting = new Set<() => void>()
  let clock = 1

  function tick(): void {
    clock += 1
    for (const wake of [...waiting]) wake()
  }
  const changed = (since: number) => [...rooms].filter(([, room]) => room.changedAt > since)
  const invitedSince = (since: number) => [...invited].filter(([, { at }]) => at > since)
  const leftSince = (since: number) => [...left].filter(([, at]) => at > since)

  function change(id: string, edit: (room: Room, at: number) => void): void {
    const at = clock + 1
    const room = rooms.get(id) ?? { state: [], timeline: [], unread: 0, changedAt: at, madeAt: at }
    rooms.set(id, room)
    room.changedAt = at
    edit(room, at)
    tick()
  }

  function toJoin({ state, timeline, unread, madeAt }: Room, since: number) {
    const isNew = madeAt > since
    return {
      summary: isNew ? { 'm.heroes': ['@bob:farm.test'], 'm.joined_member_count': 2 } : {},
      state: { events: isNew ? state : [] },
      timeline: { events: timeline.filter(({ batch }) => batch > since).slice(-1), limited: true },
      ephemeral: { events: [] },
      unread_notifications: { notification_count: unread, highlight_count: 0 },
    }
  }

  return {
    joined: (): string[] => [...rooms.keys()],
    waiting: (): number => waiting.size,

    /** Waits for a change after the batch `since`. */
    async waitForChange(since: number, timeoutMs: number, gone: AbortSignal): Promise<void> {
      if (changed(since).length + leftSince(since).length + invitedSince(since).length > 0) return
      const { promise, resolve } = Promise.withResolvers<void>()
      const timer = setTimeout(resolve, timeoutMs)
      waiting.add(resolve)
      gone.addEventListener('abort', () => resolve())
      await promise
      waiting.delete(resolve)
      clearTimeout(timer)
    },

    batch(since: number): Answer {
      const join = Object.fromEntries(changed(since).map(([id, room]) => [id, toJoin(room, since)]))
      // A room that was left ends the wait, but with our filter Synapse has nothing to say of it.
      const invite = Object.fromEntries(
        invitedSince(since).map(([id, { events }]) => [id, { invite_state: { events } }]),
      )
      return { status: 200, body: { next_batch: `s${clock}`, rooms: { join, invite } } }
    },

    state: (id: string, type: string, key: string, content: object): void =>
      change(id, ({ state }, at) =>
        state.push({ type, sender: '@bob:farm.test', state_key: key, content, origin_server_ts: at }),
      ),
    /** `time` in ms; the tick of the clock if absent. */
    say: (id: string, sender: string, content: object, type = 'm.room.message', time?: number): void =>
      change(id, (room, batch) => {
        room.timeline.push({ type, sender, content, origin_server_ts: time ?? batch, batch })
        if (sender !== FAKE_ACCOUNT) room.unread += 1
      }),
    /** Marks a room as read, as another device of the user does. */
    readElsewhere: (id: string): void =>
      change(id, (room) => {
        room.unread = 0
      }),
    /** Stripped state, as the API has it: no times. */
    invite(id: string, name: string, sender: string): void {
      const membership = { type: 'm.room.member', sender, state_key: FAKE_ACCOUNT, content: { membership: 'invite' } }
      const events = [{ type: 'm.room.name', sender, state_key: '', content: { name } }, membership]
      invited.set(id, { at: clock + 1, events })
      tick()
    },
    /** Removes an invitation without an event, as declining on another device does. */
    decline: (id: string): void => void invited.delete(id),
    leave(id: string): void {
      rooms.delete(id)
      left.set(id, clock + 1)
      tick()
    },
  }
}
