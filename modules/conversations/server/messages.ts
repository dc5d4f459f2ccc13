import type { LastMessage } from './conversations.ts'
import { detachFromOriginal } from './detach-from-original.ts'
import type { MatrixEvent } from './sync-answer.ts'

const TEXT_MAX = 300
/** Labels of messages without a text. */
const mediaLabels = new Map([
  ['m.image', 'Photo'],
  ['m.video', 'Video'],
  ['m.audio', 'Audio'],
  ['m.file', 'File'],
  ['m.location', 'Place'],
])

const stringAt = (content: unknown, key: string): string | undefined => {
  const value = (content as Record<string, unknown> | null | undefined)?.[key]
  return typeof value === 'string' ? value : undefined
}

/** Shown form of a conversation's newest event; null if it shows nothing. */
export function toMessage(event: MatrixEvent, senderName: string): LastMessage | null {
  const base = { sender: senderName, at: event.origin_server_ts ?? 0 }
  if (event.type === 'm.room.encrypted') return { ...base, text: null, kind: 'encrypted' }
  if (event.type !== 'm.room.message') return null
  // An edited message has its new text beside the old one.
  const content = event.content['m.new_content'] ?? event.content
  const type = stringAt(content, 'msgtype')
  const label = type === undefined ? undefined : mediaLabels.get(type)
  if (label !== undefined) return { ...base, text: label, kind: 'media' }
  const body = stringAt(content, 'body')
  if (body === undefined) return { ...base, text: 'Message deleted', kind: 'media' }
  const words = toOneLine(body)
  return { ...base, text: type === 'm.emote' ? `* ${words}` : words, kind: 'text' }
}

/** Text on one line, without the quoted message that it answers. */
export function toOneLine(body: string): string {
  const lines = body.slice(0, TEXT_MAX * 10).split('\n')
  const begin = lines.findIndex((line) => !line.startsWith('> '))
  const answer = begin > 0 ? lines.slice(begin) : lines
  return detachFromOriginal(answer.join(' ').replace(/\s+/g, ' ').trim().slice(0, TEXT_MAX))
}
