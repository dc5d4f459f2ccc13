import type { Conversation, LastMessage } from '../conversations.ts'
import { detachFromOriginal as detach } from '../detach-from-original.ts'
import { localOf } from './address.ts'
import type { Entry, Message, Self } from './entries.ts'

const CHATS_MAX = 300
const UNREAD_MAX = 999
const SHOWN_MAX = 30
const NAME_MAX = 100

/** `order` decides between messages of one second: some archives keep whole seconds. */
type Chat = { order: number; unread: string[]; isMentioned: boolean; last: LastMessage | null }

const emptyChat = (): Chat => ({ order: 0, unread: [], isMentioned: false, last: null })

/** True if a text has the name as a word of its own. */
function mentions(text: string | null, nick: string): boolean {
  const words = (text ?? '').toLowerCase().split(/[^\p{L}\p{N}_-]+/u)
  return words.includes(nick.toLowerCase())
}

/** Conversations of an account, by its archives, the oldest message first. */
export function createChats(self: Self, names: ReadonlyMap<string, string>) {
  const chats = new Map<string, Chat>()
  let count = 0
  const nameOf = (peer: string) => (names.get(peer)?.trim() || localOf(peer)).slice(0, NAME_MAX)

  function senderOf({ peer, isMine, nick }: Entry): string {
    if (isMine) return 'You'
    return nick === null ? nameOf(peer) : nick.slice(0, NAME_MAX)
  }

  /** Marks a chat as read: the user has written, or read it elsewhere. */
  function markAllRead(chat: Chat): void {
    chat.unread = []
    chat.isMentioned = false
  }

  function receive(chat: Chat, entry: Message, id: string, at: number): void {
    const { isMine, text, kind, nick, peer } = entry
    chat.last = { sender: detach(senderOf(entry)), text: text && detach(text), kind, at }
    chat.order = ++count
    if (isMine) markAllRead(chat)
    else if (chat.unread.length < UNREAD_MAX) chat.unread.push(detach(id))
    chat.isMentioned ||= !isMine && nick !== null && mentions(text, self.nickIn(peer) ?? '')
  }

  /** The chat with a peer. If the maximum is kept already, a new one replaces the one that was silent for longest. */
  function chatWith(peer: string): Chat {
    const known = chats.get(peer)
    if (known) return known
    if (chats.size >= CHATS_MAX) {
      const [oldest] = [...chats].reduce((first, entry) => (entry[1].order < first[1].order ? entry : first))
      chats.delete(oldest)
    }
    const chat = emptyChat()
    chats.set(detach(peer), chat)
    return chat
  }

  return {
    apply(entry: Entry, id: string, at: number): void {
      const chat = chatWith(entry.peer)
      if (entry.what === 'seen') {
        if (entry.isMine) markAllRead(chat)
      } else if (entry.what === 'message') receive(chat, entry, id, at)
      else if (chat.last?.sender === senderOf(entry))
        chat.last = { ...chat.last, text: entry.text && detach(entry.text), kind: entry.kind }
    },

    /** Marks all messages up to this one as read. Does nothing for a message that was read before. */
    markRead(peer: string, id: string): void {
      const chat = chats.get(peer)
      const index = chat?.unread.indexOf(id) ?? -1
      if (!chat || index === -1) return
      chat.unread.splice(0, index + 1)
      if (chat.unread.length === 0) chat.isMentioned = false
    },

    /** Chats with a message, newest first. */
    list: (): Conversation[] =>
      [...chats]
        .filter(([, { last }]) => last !== null)
        .sort(([, a], [, b]) => (b.last?.at ?? 0) - (a.last?.at ?? 0) || b.order - a.order)
        .slice(0, SHOWN_MAX)
        .map(([id, { unread, isMentioned, last }]) => ({
          id,
          name: nameOf(id),
          unread: unread.length,
          isMentioned,
          last,
        })),
  }
}
