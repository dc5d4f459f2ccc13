import { Element } from 'ltx'
import { element } from '../xmpp/elements.ts'
import { openSession } from '../xmpp/session.ts'
import { plainTools } from './follow.ts'
import { PASSWORD, type Prosody } from './prosody.ts'

/** Somebody's telephone: an account of the real server that writes and reads. */
export async function signIn(prosody: Prosody, name: string) {
  const leaving = new AbortController()
  const user = `${name}@farm.test`
  const session = await openSession(
    { user, password: PASSWORD, homeserver: prosody.address },
    plainTools(leaving.signal),
  )
  session.ended.catch(() => undefined)
  let count = 0
  const message = (to: string, type = 'chat') => new Element('message', { to, type, id: `${name}-${++count}` })

  return {
    session,
    say: (to: string, text: string, type?: string) => session.send(message(to, type).c('body').t(text).root()),
    /** Sends the marker of a telephone that opens a conversation; `isKept` is the hint to the archive. */
    sendMarker(to: string, isKept = true): void {
      const marker = message(to)
      marker.append(element('displayed', 'urn:xmpp:chat-markers:0'))
      if (isKept) marker.append(element('store', 'urn:xmpp:hints'))
      session.send(marker)
    },
    enter: (room: string, nick: string) =>
      session.send(
        new Element('presence', { to: `${room}/${nick}` }).c('x', { xmlns: 'http://jabber.org/protocol/muc' }).root(),
      ),
    publish(node: string, id: string, payload: Element): Promise<Element> {
      const item = new Element('item', { id })
      item.append(payload)
      const publish = new Element('publish', { node })
      publish.append(item)
      return session.ask('set', element('pubsub', 'http://jabber.org/protocol/pubsub', publish))
    },
    /** Gives a contact a name in the roster. */
    name(jid: string, newName: string): Promise<Element> {
      return session.ask('set', element('query', 'jabber:iq:roster', new Element('item', { jid, name: newName })))
    },
    /** Waits until the XMPP server has done what was sent before. */
    settled: () => session.ask('get', element('ping', 'urn:xmpp:ping'), 'farm.test'),
    /** Is online from now on. */
    goOnline: () => session.send(new Element('presence')),
    leave: () => leaving.abort(),
  }
}
