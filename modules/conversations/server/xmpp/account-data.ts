import { Element } from 'ltx'
import { bareOf, localOf } from './address.ts'
import { element, Refusal } from './elements.ts'
import type { XmppSession } from './session.ts'

const PUBSUB_NS = 'http://jabber.org/protocol/pubsub'
const BOOKMARKS = 'urn:xmpp:bookmarks:1'
const DISPLAYED = 'urn:xmpp:mds:displayed:0'
const MUC_NS = 'http://jabber.org/protocol/muc'
const ROOMS_MAX = 20

export type Room = { jid: string; name: string; nick: string; password: string | null }

/** Result of a request for an optional feature; `fallback` if the XMPP server refuses it. */
const withFallback = <T>(request: Promise<T>, fallback: T): Promise<T> =>
  request.catch((error) => {
    if (error instanceof Refusal) return fallback
    throw error
  })

async function itemsAt(session: XmppSession, node: string): Promise<Element[]> {
  const items = new Element('items', { node })
  const answer = await session.ask('get', element('pubsub', PUBSUB_NS, items))
  return answer.getChild('pubsub', PUBSUB_NS)?.getChild('items')?.getChildren('item') ?? []
}

/** Names that the user gave others: those of the roster (RFC 6121 2). */
export async function readNames(session: XmppSession): Promise<Map<string, string>> {
  const answer = await withFallback(session.ask('get', element('query', 'jabber:iq:roster')), new Element('iq'))
  const items = answer.getChild('query', 'jabber:iq:roster')?.getChildren('item') ?? []
  return new Map(items.map(({ attrs }) => [bareOf(String(attrs.jid)), String(attrs.name ?? '')]))
}

/** Rooms that every device of the user joins: bookmarks with autojoin (XEP-0402). */
export async function readRooms(session: XmppSession): Promise<Room[]> {
  const items = await withFallback(itemsAt(session, BOOKMARKS), [])
  return items
    .flatMap((item) => {
      const mark = item.getChild('conference', BOOKMARKS)
      if (!mark || !/^(true|1)$/.test(mark.attrs.autojoin) || !item.attrs.id) return []
      const nick = mark.getChildText('nick') || localOf(session.bare)
      const jid = bareOf(item.attrs.id)
      return [{ jid, nick, name: String(mark.attrs.name ?? ''), password: mark.getChildText('password') }]
    })
    .slice(0, ROOMS_MAX)
}

/** Last read message of each conversation, read on another device: ids of the archive (XEP-0490). */
export async function readSeen(session: XmppSession): Promise<[peer: string, id: string][]> {
  const items = await withFallback(itemsAt(session, DISPLAYED), [])
  return items.map((item) => {
    const seen = item.getChild('displayed', DISPLAYED)?.getChild('stanza-id', 'urn:xmpp:sid:0')
    return [bareOf(String(item.attrs.id)), String(seen?.attrs.id)]
  })
}

/** Copies of other devices' messages (XEP-0280). */
export const askForCopies = (session: XmppSession): Promise<unknown> =>
  withFallback(session.ask('set', element('enable', 'urn:xmpp:carbons:2')), null)

export function joinRoom(session: XmppSession, { jid, nick, password }: Room): void {
  const join = element('x', MUC_NS, new Element('history', { maxstanzas: '0' }))
  if (password !== null) join.c('password').t(password)
  const presence = new Element('presence', { to: `${jid}/${nick}` })
  presence.append(join)
  session.send(presence)
}
