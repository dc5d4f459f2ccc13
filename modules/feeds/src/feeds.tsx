import { useConfig, useIsDisplay, useNow, useSize, WithData } from '@atalaya/module-sdk'
import type { ReactNode } from 'react'
import type { Feed, FeedsData } from '../server/feed.ts'
import { FeedItemRow } from './feed-item.tsx'
import { faultsOf, newestOf } from './newest.ts'

/** The newest items of some feeds. */
export function Feeds() {
  return <WithData<FeedsData>>{({ feeds }, age) => <FeedList feeds={feeds} age={age} />}</WithData>
}

function FeedList({ feeds, age }: { feeds: readonly Feed[]; age: ReactNode }) {
  const items = newestOf(feeds, useConfig())
  const { height } = useSize()
  const isDisplay = useIsDisplay()
  const now = useNow()
  const faults = faultsOf(feeds)
  if (items.length === 0) return <Empty age={age} />
  return (
    <div className="h-full [container-type:size]">
      <div className="flex h-full flex-col overflow-hidden p-2 @max-[7rem]:p-1">
        {(age !== null || (faults && height > 1)) && (
          <div className="flex shrink-0 flex-wrap items-center justify-end gap-x-2 px-1 pb-1">
            {faults && height > 1 && (
              <p className="min-w-0 flex-1 truncate text-warning-text text-xs" title={faults.why}>
                {faults.text}
              </p>
            )}
            {age}
          </div>
        )}
        <ul
          aria-label="News"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reached by the keyboard.
          tabIndex={0}
          className={`min-h-0 flex-1 ${
            isDisplay
              ? 'flex flex-col flex-wrap content-start gap-x-4 overflow-hidden [--item:100%] @min-[44rem]:[--item:calc(50%-0.5rem)]'
              : 'scroll-list grid content-start gap-x-4 [--item:100%] @min-[44rem]:grid-cols-2'
          }`}
        >
          {items.map((item, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: feeds may say a thing twice, and items have no other name.
            <FeedItemRow key={index} item={item} now={now} isDisplay={isDisplay} />
          ))}
        </ul>
      </div>
    </div>
  )
}

function Empty({ age }: { age: ReactNode }) {
  return (
    <div className="@container grid h-full content-center justify-items-center gap-1 overflow-hidden p-1 text-center text-muted-foreground text-sm leading-tight">
      <p>Nothing new in these feeds.</p>
      {age}
    </div>
  )
}
