import { shortText } from '@atalaya/format/short'
import { exactText } from '@atalaya/format/time'
import type { ReactNode } from 'react'
import { Dimmed, useNow } from './age.tsx'
import { useAwaySince, useData, useFormats } from './hooks.ts'
import type { SourceView } from './host.ts'

type Ready<T> = Extract<SourceView<T>, { state: 'ready' }>

type WithDataProps<T> = {
  /** Draws the data. Put `age` where there is room: it shows the age of old data, else nothing. */
  children: (data: T, age: ReactNode) => ReactNode
}

/** Content of a widget with a data source: its data, or the reason why there are none. */
export function WithData<T>({ children }: WithDataProps<T>) {
  const view = useData<T>()
  const awaySince = useAwaySince()
  if (view.state === 'loading') return <Waiting />
  if (view.state === 'failed') return <Unready text={view.error} />
  const isOld = view.stale || view.error !== null || awaySince !== null
  return (
    <Dimmed since={isOld ? view.asOf : null} className="h-full">
      {children(view.data, isOld ? <AsOf view={view} /> : null)}
    </Dimmed>
  )
}

function Waiting() {
  return (
    <div className="flex h-full flex-col justify-center gap-2 p-3">
      <p className="sr-only">Loading...</p>
      <div className="h-3 w-1/2 animate-pulse rounded bg-accent" />
      <div className="h-3 w-3/4 animate-pulse rounded bg-accent" />
    </div>
  )
}

function Unready({ text }: { text: string }) {
  return (
    <p className="grid h-full place-items-center overflow-hidden px-3 py-1 text-center text-muted-foreground text-sm leading-snug">
      {text}
    </p>
  )
}

/**
 * Age of the data, kept short, and shorter in a narrow tile. The tooltip and screen readers give the error, or the
 * exact time.
 */
function AsOf({ view: { asOf, error } }: { view: Ready<unknown> }) {
  const formats = useFormats()
  const now = useNow()
  return (
    <span
      className="min-w-fit max-w-full truncate rounded-full bg-warning-soft px-1.5 py-px font-medium text-[0.6875rem] text-warning-text tabular-nums leading-4"
      title={error ?? exactText(asOf, formats)}
    >
      {error !== null && (
        <svg
          viewBox="0 0 16 16"
          className="mr-1 inline size-2.5 fill-current align-[-0.05em] @max-[7rem]:hidden"
          aria-hidden="true"
        >
          <path d="M8 1.2 15.4 14H.6zM7.2 6v4h1.6V6zm0 5.2v1.6h1.6v-1.6z" fillRule="evenodd" />
        </svg>
      )}
      <span className="@max-[24rem]:sr-only">as of </span>
      {shortText(asOf, new Date(now), formats)}
      {error !== null && <span className="sr-only">{error}</span>}
    </span>
  )
}
