import { SourceError, type Tools } from '@atalaya/module-sdk/server'
import type { Element } from 'ltx'
import type { AccountConfig } from '../account.ts'
import type { Conversations } from '../conversations.ts'
import { askForCopies, joinRoom, readNames, readRooms, readSeen } from './account-data.ts'
import { bareOf } from './address.ts'
import { type Archive, createArchive } from './archive.ts'
import { createChats } from './chats.ts'
import { Refusal } from './elements.ts'
import { type Entry, readMessage, type Self } from './entries.ts'
import { openSession, type XmppSession } from './session.ts'

/** Interval of full reads. Data are sent after each, also without news. */
const FULL_READ_EVERY_MS = 30_000
/**
 * Intervals of reading the archive. The XMPP server pushes messages to this hidden client only while the user has
 * another client online. So the archive is read every second; after a push, or if the server is slow, less often.
 */
const IDLE_EVERY_MS = 1_000
const ACTIVE_EVERY_MS = 10_000
/** Pause between two reads, for any number of pushes. */
const REST_MIN_MS = 250
/** Pause as a multiple of the time that the reads took: at most 5 % of the XMPP server's time. */
const REST_FACTOR = 20
const ACCOUNT_PAGES = 5
const ROOM_PAGES = 1
const COPIES_NS = 'urn:xmpp:carbons:2'

/** Message that another device of the user has sent; undefined for other stanzas. */
function sentCopyOf(message: Element, bare: string): Element | undefined {
  if (bareOf(message.attrs.from ?? bare) !== bare) return undefined
  return message.getChild('sent', COPIES_NS)?.getChild('forwarded', 'urn:xmpp:forward:0')?.getChild('message')
}

/** False for "is typing" and the like, which are not in the archive. */
function isNews(message: Element): boolean {
  const copy = message.getChild('received', COPIES_NS) ?? message.getChild('sent', COPIES_NS)
  const inner = copy?.getChild('forwarded', 'urn:xmpp:forward:0')?.getChild('message') ?? message
  if (inner.getChild('result')) return false
  return ['body', 'encrypted', 'displayed', 'openpgp', 'retract'].some((name) => inner.getChild(name) !== undefined)
}

/** Waits for news, at most `ms`. Rejects if the connection ends. */
function pause(ended: Promise<never>, ms: number, news?: Promise<void>): Promise<void> {
  const timeout = Promise.withResolvers<void>()
  const timer = setTimeout(timeout.resolve, ms)
  return Promise.race([timeout.promise, ended, ...(news ? [news] : [])]).finally(() => clearTimeout(timer))
}

type News = Archive<Entry | null>

async function newsOf(archive: News, isOfAccount: boolean): ReturnType<News['readNew']> {
  try {
    return await archive.readNew()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    // A room may refuse its archive; the list is made from the account's own.
    if (!isOfAccount) return []
    throw new SourceError('This XMPP server keeps no archive of messages, from which the list is read', {
      cause: error,
    })
  }
}

const isOfRoom = (message: Element) => message.attrs.type === 'groupchat'

/** Archive of a room: only messages of the room itself count. */
function archiveOf(session: XmppSession, room: string, self: Self): News {
  return createArchive(session, { room, pages: ROOM_PAGES }, (message) => {
    const entry = isOfRoom(message) ? readMessage(message, self) : null
    return entry?.peer === room ? entry : null
  })
}

async function begin(session: XmppSession) {
  const names = await readNames(session)
  await askForCopies(session)
  const rooms = await readRooms(session)
  for (const { jid, name } of rooms) names.set(jid, name || names.get(jid) || '')
  const nicks = new Map(rooms.map(({ jid, nick }) => [jid, nick]))
  const self: Self = { bare: session.bare, nickIn: (room) => nicks.get(room) }
  const accountArchive = createArchive(session, { room: undefined, pages: ACCOUNT_PAGES }, (message) =>
    isOfRoom(message) ? null : readMessage(message, self),
  )
  const archives = new Map([[session.bare, accountArchive]])
  for (const room of rooms) {
    archives.set(room.jid, archiveOf(session, room.jid, self))
    joinRoom(session, room)
  }
  return { self, archives, chats: createChats(self, names) }
}

type FollowedAccount = Awaited<ReturnType<typeof begin>>

/** Reads the new messages of an archive. Returns their number. */
async function read({ self, archives, chats }: FollowedAccount, name: string): Promise<number> {
  const archive = archives.get(name)
  const kept = archive ? await newsOf(archive, name === self.bare) : []
  for (const { id, at, entry } of kept) if (entry) chats.apply(entry, id, at)
  return kept.length
}

/** Remembers the archives with news, as the XMPP server pushes them. */
function collectNews(session: XmppSession, { self, archives, chats }: FollowedAccount) {
  const due = new Set<string>()
  const state = { isChanged: false, news: Promise.withResolvers<void>() }
  session.listen((message) => {
    const from = bareOf(message.attrs.from ?? session.bare)
    const copy = sentCopyOf(message, session.bare)
    const entry = copy && readMessage(copy, self)
    // Archives do not always keep the marker of reading elsewhere.
    if (entry?.what === 'seen') {
      chats.apply(entry, '', 0)
      state.isChanged = true
    } else if (!isNews(message)) return
    due.add(message.attrs.type === 'groupchat' && archives.has(from) ? from : session.bare)
    state.news.resolve()
  })
  return {
    news: () => state.news.promise,
    /** Archives with pushed messages since the last call, and whether read markers changed. */
    take(): { names: string[]; isChanged: boolean } {
      const taken = { names: [...due], isChanged: state.isChanged }
      due.clear()
      Object.assign(state, { isChanged: false, news: Promise.withResolvers<void>() })
      return taken
    },
  }
}

async function applyReadElsewhere(session: XmppSession, { chats }: FollowedAccount): Promise<void> {
  for (const [peer, id] of await readSeen(session)) chats.markRead(peer, id)
}

/**
 * Follows an account. Only archived messages are shown, in their order. Pushed ones are a sign that the archives have
 * more.
 */
export async function followXmpp(
  config: AccountConfig,
  tools: Tools,
  emit: (data: Conversations) => void,
): Promise<void> {
  const session = await openSession(config, tools)
  const followed = await begin(session)
  const { archives, chats } = followed
  const incoming = collectNews(session, followed)
  let isActive = false
  let fullReadAt = Number.NEGATIVE_INFINITY
  while (!tools.signal.aborted) {
    const startedAt = performance.now()
    const isFullRead = startedAt >= fullReadAt
    const { names, isChanged } = incoming.take()
    let newMessages = 0
    for (const name of isFullRead ? archives.keys() : new Set([session.bare, ...names]))
      newMessages += await read(followed, name)
    if (newMessages > 0) isActive = names.length > 0
    if (isFullRead) {
      await applyReadElsewhere(session, followed)
      fullReadAt = performance.now() + FULL_READ_EVERY_MS
    }
    if (isFullRead || isChanged || newMessages > 0) emit({ account: session.bare, rooms: chats.list() })
    const tookMs = performance.now() - startedAt
    await pause(session.ended, REST_MIN_MS)
    const restMs = Math.max(isActive ? ACTIVE_EVERY_MS : IDLE_EVERY_MS, tookMs * REST_FACTOR)
    await pause(session.ended, Math.min(restMs, FULL_READ_EVERY_MS), incoming.news())
  }
}
