import { shortText } from '@atalaya/format/short'
import { useFormats } from '@atalaya/module-sdk'
import type { Conversation } from '../server/conversations.ts'
import { initialsOf, toneOf } from './look.ts'

type ItemProps = { room: Conversation; isHidden: boolean; now: Date }

export function ConversationItem({ room, isHidden, now }: ItemProps) {
  const formats = useFormats()
  const { name, unread, isMentioned, last } = room
  return (
    <li className="flex w-full items-center gap-3 rounded-md px-2 py-1.5">
      <span
        className={`grid size-9 shrink-0 place-items-center rounded-full font-semibold text-sm @max-[14rem]:hidden ${toneOf(room.id)}`}
        aria-hidden="true"
      >
        {initialsOf(name)}
      </span>
      <div className="min-w-0 flex-1">
        <div className="flex items-baseline gap-2">
          <p
            className={`min-w-0 flex-1 truncate leading-snug ${unread > 0 ? 'font-semibold' : 'font-medium'}`}
            title={name}
          >
            {name}
          </p>
          {last && last.at > 0 && (
            <p className="shrink-0 text-muted-foreground text-xs tabular-nums">{shortText(last.at, now, formats)}</p>
          )}
        </div>
        <div className="flex items-center gap-2">
          <LastMessage room={room} isHidden={isHidden} />
          {unread > 0 && (
            <span
              className={`min-w-5 shrink-0 rounded-full px-1.5 text-center font-semibold text-xs tabular-nums leading-5 ${isMentioned ? 'bg-primary text-primary-foreground' : 'bg-accent text-foreground'}`}
            >
              <span aria-hidden="true">{unread > 99 ? '99+' : unread}</span>
              <span className="sr-only">{`${unread} unread${isMentioned ? ', you are mentioned' : ''}`}</span>
            </span>
          )}
        </div>
      </div>
    </li>
  )
}

function LastMessage({ room: { name, last, unread }, isHidden }: Pick<ItemProps, 'room' | 'isHidden'>) {
  const isEncrypted = last?.kind !== 'invitation' && last?.text === null && !isHidden
  const text = textOf(last, name, isHidden)
  return (
    <p
      className={`min-w-0 flex-1 truncate text-sm leading-snug ${unread > 0 ? 'text-foreground' : 'text-muted-foreground'}`}
      title={text}
    >
      {isEncrypted && (
        <svg viewBox="0 0 16 16" className="mr-1 inline size-3 -translate-y-px fill-current" aria-hidden="true">
          <path d="M4 7V5a4 4 0 0 1 8 0v2h1v7H3V7zm1.6 0h4.8V5a2.4 2.4 0 0 0-4.8 0z" />
        </svg>
      )}
      {text}
    </p>
  )
}

function textOf(last: Conversation['last'], name: string, isHidden: boolean): string {
  if (!last) return 'No messages yet'
  if (last.kind === 'invitation') return `${last.sender} invites you`
  const sender = last.sender === name ? '' : `${last.sender}: `
  if (isHidden) return `${sender}Hidden on displays`
  return `${sender}${last.text ?? 'Encrypted message'}`
}
