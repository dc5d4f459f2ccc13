import type { Element } from 'ltx'
import type { LastMessage } from '../conversations.ts'
import { toOneLine } from '../messages.ts'
import { bareOf, resourceOf } from './address.ts'

/** The longest address there is, in bytes (RFC 7622 3.1). */
const ADDRESS_MAX = 3071
const MARKERS_NS = 'urn:xmpp:chat-markers:0'
const ENCRYPTED = [
  ['encrypted', 'eu.siacs.conversations.axolotl'],
  ['encrypted', 'urn:xmpp:omemo:2'],
  ['openpgp', 'urn:xmpp:openpgp:0'],
  ['x', 'jabber:x:encrypted'],
  ['encryption', 'urn:xmpp:eme:0'],
] as const
const MEDIA = [
  ['Photo', new Set(['jpg', 'jpeg', 'png', 'gif', 'webp', 'avif', 'heic'])],
  ['Video', new Set(['mp4', 'webm', 'mov', 'mkv'])],
  ['Audio', new Set(['mp3', 'ogg', 'oga', 'opus', 'm4a', 'wav', 'aac'])],
] as const

type Who = { peer: string; isMine: boolean; nick: string | null }
type Content = Pick<LastMessage, 'text' | 'kind'>
export type Message = Who & Content & { what: 'message' | 'edit' }
/** Meaning of a message for the list. `nick` is its author in a room. */
export type Entry = Message | (Who & { what: 'seen' })

/** The user: the bare address, and the name in each room. */
export type Self = { bare: string; nickIn: (room: string) => string | undefined }

const has = (message: Element, name: string, xmlns: string) => message.getChild(name, xmlns) !== undefined

function contentOf(message: Element): Content | null {
  if (ENCRYPTED.some(([name, xmlns]) => has(message, name, xmlns))) return { text: null, kind: 'encrypted' }
  if (has(message, 'retract', 'urn:xmpp:message-retract:1')) return { text: 'Message deleted', kind: 'media' }
  const body = message.getChildText('body') ?? ''
  if (body.trim() === '') return null
  if (message.getChild('x', 'jabber:x:oob')?.getChildText('url') === body) {
    const [address = ''] = body.split(/[?#]/, 1)
    const ending = /\.(\w+)$/.exec(address)?.[1]?.toLowerCase() ?? ''
    const [text] = MEDIA.find(([, endings]) => endings.has(ending)) ?? ['File']
    return { text, kind: 'media' }
  }
  return { text: toOneLine(body).replace(/^\/me /, '* '), kind: 'text' }
}

/** Null if the list does not show it, such as "is typing". */
export function readMessage(message: Element, self: Self): Entry | null {
  const { type, from = self.bare, to = self.bare } = message.attrs
  if (type === 'error' || type === 'headline' || from.length > ADDRESS_MAX || to.length > ADDRESS_MAX) return null
  const isRoom = type === 'groupchat'
  const nick = isRoom ? resourceOf(from) : null
  const isMine = isRoom ? nick === self.nickIn(bareOf(from)) : bareOf(from) === self.bare
  const who = { peer: isRoom || !isMine ? bareOf(from) : bareOf(to), isMine, nick }
  if (who.peer === self.bare || nick === '') return null
  if (has(message, 'displayed', MARKERS_NS)) return { ...who, what: 'seen' }
  const content = contentOf(message)
  if (!content) return null
  const isEdit = has(message, 'replace', 'urn:xmpp:message-correct:0') || content.text === 'Message deleted'
  return { ...who, what: isEdit ? 'edit' : 'message', ...content }
}
