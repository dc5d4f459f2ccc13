import { useConfig, useIsDisplay, useNow, useSize, WithData } from '@atalaya/module-sdk'
import type { ReactNode } from 'react'
import type { Conversations as Data } from '../server/conversations.ts'
import { ConversationItem } from './conversation-item.tsx'

/** The newest conversations of an account. */
export function Conversations() {
  const { hideOnDisplays } = useConfig()
  const isHidden = useIsDisplay() && hideOnDisplays !== false
  return (
    <WithData<Data>>
      {({ rooms }, age) =>
        rooms.length === 0 ? <Empty age={age} /> : <List rooms={rooms} age={age} isHidden={isHidden} />
      }
    </WithData>
  )
}

type ListProps = { rooms: Data['rooms']; age: ReactNode; isHidden: boolean }

function List({ rooms, age, isHidden }: ListProps) {
  const { height } = useSize()
  // A display can't be scrolled: a conversation that does not fit entirely wraps to a column out of sight.
  const isDisplay = useIsDisplay()
  const unread = rooms.reduce((sum, room) => sum + room.unread, 0)
  const now = new Date(useNow())
  return (
    <div className="@container flex h-full flex-col overflow-hidden">
      {height > 1 && (
        <div className="flex min-h-10 items-center gap-2 px-3 pt-2">
          <p
            className={`min-w-0 flex-1 truncate font-semibold ${age ? '@max-[12rem]:sr-only' : ''}`}
            title="Conversations"
          >
            Conversations
          </p>
          {age}
          {unread > 0 && (
            <p
              className={`shrink-0 text-muted-foreground text-xs tabular-nums ${age ? '@max-[18rem]:sr-only' : '@max-[13rem]:sr-only'}`}
            >
              {unread} unread
            </p>
          )}
        </div>
      )}
      <ul
        aria-label="Conversations"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reached by the keyboard.
        tabIndex={0}
        className={`min-h-0 flex-1 p-1 ${isDisplay ? 'flex flex-col flex-wrap content-start gap-x-2 overflow-hidden' : 'scroll-list'}`}
      >
        {rooms.map((room) => (
          <ConversationItem key={room.id} room={room} isHidden={isHidden} now={now} />
        ))}
      </ul>
    </div>
  )
}

function Empty({ age }: { age: ReactNode }) {
  return (
    <div className="@container relative grid h-full content-center gap-1 p-1 text-center leading-tight">
      <p className="font-medium @max-[7rem]:text-xs">No conversations yet</p>
      <p className="text-muted-foreground text-sm @max-[7rem]:text-xs">Messages to you show here.</p>
      <span className="absolute top-2 right-2">{age}</span>
    </div>
  )
}
