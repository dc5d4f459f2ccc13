import { type AuditAction, auditAction } from '@atalaya/contract/audit'
import { Select, SelectContent, SelectItem, SelectTrigger, SelectValue } from '#web/components/ui/select.tsx'
import { auditTexts } from '#web/features/audit/audit-texts.ts'

const ALL = 'all'

type AuditFilterProps = { action: AuditAction | undefined; onChange: (action: AuditAction | undefined) => void }

export function AuditFilter({ action, onChange }: AuditFilterProps) {
  return (
    <Select value={action ?? ALL} onValueChange={(value) => onChange(auditAction.safeParse(value).data)}>
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
  )
}
