import { ageText } from '@atalaya/format/age'
import { exactText } from '@atalaya/format/time'
import { useFormats } from '@atalaya/module-sdk'
import type { ShownItem } from './newest.ts'

type FeedItemRowProps = { item: ShownItem; now: number; isDisplay: boolean }

/** One item. The whole row is a link, except on a display. */
export function FeedItemRow({ item: { title, url, at, summary, source }, now, isDisplay }: FeedItemRowProps) {
  const formats = useFormats()
  return (
    <li className="relative w-(--item) rounded-md px-1.5 py-1.5 leading-tight focus-within:bg-accent hover:bg-accent @max-[7rem]:px-1 @max-[7rem]:py-1">
      <p
        className="line-clamp-2 font-medium text-sm leading-snug @min-[28rem]:[@container(height>=16rem)]:text-base [@container(height<5.5rem)]:line-clamp-1"
        title={title}
      >
        {title}
      </p>
      {summary !== '' && (
        <p
          className="mt-0.5 line-clamp-2 hidden text-muted-foreground text-sm leading-snug @min-[28rem]:[@container(height>=16rem)]:[display:-webkit-box]"
          title={summary}
        >
          {summary}
        </p>
      )}
      <p className="mt-0.5 flex min-w-0 items-baseline gap-1 text-muted-foreground text-xs">
        <span className="min-w-0 truncate @max-[8rem]:hidden" title={source}>
          {source}
        </span>
        {at !== null && (
          <time
            dateTime={new Date(at).toISOString()}
            title={exactText(at, formats)}
            className="shrink-0 whitespace-nowrap tabular-nums"
          >
            <span className="@max-[8rem]:hidden">· </span>
            {ageText(Math.max(0, now - at))}
          </time>
        )}
      </p>
      {url !== null && !isDisplay && (
        <a
          href={url}
          target="_blank"
          rel="noopener noreferrer"
          title={title}
          className="absolute inset-0 rounded-md outline-none focus-visible:ring-2 focus-visible:ring-ring focus-visible:ring-inset"
        >
          <span className="sr-only">{title}</span>
        </a>
      )}
    </li>
  )
}
