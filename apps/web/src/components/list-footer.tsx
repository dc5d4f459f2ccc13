import { type ReactNode, useEffect, useId, useRef } from 'react'
import { Button } from '#web/components/ui/button.tsx'
import { Label } from '#web/components/ui/label.tsx'
import { Select, SelectContent, SelectItem, SelectTrigger, SelectValue } from '#web/components/ui/select.tsx'
import { PAGE_SIZES, type Paging } from '#web/lib/calls/paging.ts'

type ListFooterProps = {
  page: number
  /** Absent if the size can't be chosen. */
  pageSize?: number
  total: number
  pages: number
  isLoading: boolean
  /** The new page failed to load, and the old one stays. */
  hasFailed?: boolean
  /** Not all agents could be searched. */
  isPartial?: boolean
  onChange: (changed: Partial<Paging>) => void
  /** Further text beside the count. */
  children?: ReactNode
}

export function ListFooter(props: ListFooterProps) {
  const { page, pageSize, total, pages, isLoading, hasFailed = false, isPartial = false, onChange, children } = props
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 text-sm">
      <p role="status" className="min-w-20 text-muted-foreground tabular-nums">
        {isLoading ? (hasFailed ? 'This page could not be loaded' : 'Loading...') : `${total} results`}
        {isPartial && ' among the newest 10,000; three letters or more search all'}
      </p>
      {children}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3 sm:ml-auto">
        {pageSize && <PageSize pageSize={pageSize} onChange={onChange} />}
        <span className="tabular-nums">
          Pages {page} of {pages}
        </span>
        <Steps page={page} pages={pages} onChange={onChange} />
      </div>
    </div>
  )
}

function Steps({ page, pages, onChange }: Pick<ListFooterProps, 'page' | 'pages' | 'onChange'>) {
  const previous = useRef<HTMLButtonElement>(null)
  const next = useRef<HTMLButtonElement>(null)
  const shownPage = useRef(page)
  // A disabled button drops the focus; at either end it moves to the other button.
  useEffect(() => {
    const pressed = page > shownPage.current ? next.current : previous.current
    if (page !== shownPage.current && pressed?.disabled && hasFocus(pressed)) {
      const other = pressed === next.current ? previous.current : next.current
      other?.focus()
    }
    shownPage.current = page
  }, [page])
  return (
    <div className="flex gap-2">
      <Button
        ref={previous}
        variant="secondary"
        size="sm"
        disabled={page <= 1}
        onClick={() => onChange({ page: page - 1 })}
      >
        Previous
      </Button>
      <Button
        ref={next}
        variant="secondary"
        size="sm"
        disabled={page >= pages}
        onClick={() => onChange({ page: page + 1 })}
      >
        Next
      </Button>
    </div>
  )
}

/** True if the button has the focus, or nothing has it since the button was disabled. */
const hasFocus = (button: Element) => [button, document.body].includes(document.activeElement ?? document.body)

function PageSize({ pageSize, onChange }: { pageSize: number; onChange: ListFooterProps['onChange'] }) {
  const sizeId = useId()
  return (
    <div className="flex items-center gap-2">
      <Label htmlFor={sizeId} className="font-normal text-muted-foreground">
        Rows per page
      </Label>
      <Select value={String(pageSize)} onValueChange={(size) => onChange({ pageSize: Number(size) })}>
        <SelectTrigger id={sizeId} className="h-8 w-18">
          <SelectValue />
        </SelectTrigger>
        <SelectContent>
          {PAGE_SIZES.map((size) => (
            <SelectItem key={size} value={String(size)}>
              {size}
            </SelectItem>
          ))}
        </SelectContent>
      </Select>
    </div>
  )
}
