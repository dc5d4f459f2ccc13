import { type ReactNode, useId, useState } from 'react'
import { SearchInput } from '#web/components/search-input.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Input } from '#web/components/ui/input.tsx'
import { type AuditSearch, NO_SEARCH, QUERY_MAX } from '#web/features/audit/audit-search.ts'
import { AuditWhat } from '#web/features/audit/audit-what.tsx'
import { AuditWho } from '#web/features/audit/audit-who.tsx'
import { useDebouncedCall } from '#web/lib/use-debounced-call.ts'

type AuditFilterProps = {
  search: AuditSearch
  /** Name of the account or agent in the filter. */
  name: string | undefined
  onChange: (change: AuditSearch) => void
  /** Content for the end of the line; on a phone, beside the search box. */
  children: ReactNode
}

/** Filters: words, account or agent, action, and dates. */
export function AuditFilter({ search, name, onChange, children }: AuditFilterProps) {
  const { query, action, about, who, from, to } = search
  const isEmpty = Object.values(search).every((value) => value === undefined)
  const { callLater, cancel } = useDebouncedCall((text) => onChange({ query: text.trim() || undefined }))
  /** Remounts the search box after "Clear all": the URL may still have the old words at that moment. */
  const [box, setBox] = useState({ key: 0, text: query })
  return (
    <div className="flex flex-wrap items-center gap-2">
      <SearchInput
        key={box.key}
        placeholder="Search the audit..."
        defaultValue={box.text}
        maxLength={QUERY_MAX}
        onValueChange={callLater}
        className="max-w-56 max-sm:-order-1 max-sm:w-auto max-sm:min-w-32 max-sm:max-w-none max-sm:flex-1"
      />
      <AuditWho who={who} name={name} onChange={(id) => onChange({ who: id })} />
      <AuditWhat action={action} about={about} onChange={onChange} />
      {/* Keeps both dates on one line. */}
      <div className="flex gap-2 max-sm:w-full max-[24rem]:flex-col">
        <Day label="From" value={from} max={to} onChange={(day) => onChange({ from: day })} />
        <Day label="To" value={to} min={from} onChange={(day) => onChange({ to: day })} />
      </div>
      {!isEmpty && (
        <Button
          variant="ghost"
          size="sm"
          className="pointer-coarse:h-11"
          onClick={() => {
            cancel()
            setBox({ key: box.key + 1, text: '' })
            onChange(NO_SEARCH)
          }}
        >
          Clear all
        </Button>
      )}
      <div className="flex gap-2 max-sm:-order-1 sm:ml-auto max-sm:[&_svg]:hidden">{children}</div>
    </div>
  )
}

type DayProps = {
  label: string
  value: string | undefined
  min?: string | undefined
  max?: string | undefined
  onChange: (day: string | undefined) => void
}

function Day({ label, value, onChange, ...range }: DayProps) {
  const id = useId()
  return (
    <div className="flex min-w-0 items-center gap-1.5 max-sm:flex-1">
      <label htmlFor={id} className="text-muted-foreground text-sm">
        {label}
      </label>
      <Input
        id={id}
        type="date"
        className="w-37 max-sm:flex-1 max-sm:px-2"
        value={value ?? ''}
        onChange={({ target }) => onChange(target.value || undefined)}
        {...range}
      />
    </div>
  )
}
