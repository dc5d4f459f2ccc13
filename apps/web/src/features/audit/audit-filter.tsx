import { auditAction } from '@atalaya/contract/audit'
import { X } from 'lucide-react'
import { useId } from 'react'
import { Button } from '#web/components/ui/button.tsx'
import { Input } from '#web/components/ui/input.tsx'
import { Select, SelectContent, SelectItem, SelectTrigger, SelectValue } from '#web/components/ui/select.tsx'
import type { AuditSearch } from '#web/features/audit/audit-search.ts'
import { auditTexts } from '#web/features/audit/audit-texts.ts'

const ALL = 'all'

type AuditFilterProps = {
  search: AuditSearch
  /** How whoever it is filtered by is called. */
  name: string | undefined
  onChange: (change: AuditSearch) => void
}

/** What happened, when, and to or by whom. */
export function AuditFilter({ search, name, onChange }: AuditFilterProps) {
  const { action, who, from, to } = search
  const isEmpty = !who && !from && !to && !action
  return (
    <div className="flex min-w-0 flex-1 flex-wrap items-center gap-2">
      <Select value={action ?? ALL} onValueChange={(value) => onChange({ action: auditAction.safeParse(value).data })}>
        <SelectTrigger aria-label="What happened" className="min-w-40 flex-1 sm:max-w-72">
          <SelectValue />
        </SelectTrigger>
        <SelectContent>
          <SelectItem value={ALL}>Everything</SelectItem>
          {auditAction.options.map((option) => (
            <SelectItem key={option} value={option}>
              {auditTexts[option]}
            </SelectItem>
          ))}
        </SelectContent>
      </Select>
      <Day label="From" value={from} max={to} onChange={(day) => onChange({ from: day })} />
      <Day label="To" value={to} min={from} onChange={(day) => onChange({ to: day })} />
      {who && (
        <Button
          variant="secondary"
          size="sm"
          className="max-w-60 pointer-coarse:h-11"
          aria-label={`Remove filter: ${name ?? who}`}
          onClick={() => onChange({ who: undefined })}
        >
          <span className="truncate">{name ?? who}</span>
          <X aria-hidden />
        </Button>
      )}
      {!isEmpty && (
        <Button
          variant="ghost"
          size="sm"
          className="pointer-coarse:h-11"
          onClick={() => onChange({ action: undefined, who: undefined, from: undefined, to: undefined })}
        >
          Clear all
        </Button>
      )}
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

/** A day, or none. */
function Day({ label, value, onChange, ...range }: DayProps) {
  const id = useId()
  return (
    <div className="flex items-center gap-1.5">
      <label htmlFor={id} className="text-muted-foreground text-sm">
        {label}
      </label>
      <Input
        id={id}
        type="date"
        className="w-37"
        value={value ?? ''}
        onChange={({ target }) => onChange(target.value || undefined)}
        {...range}
      />
    </div>
  )
}
