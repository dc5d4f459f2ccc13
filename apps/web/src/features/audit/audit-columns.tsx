import type { AuditEntry } from '@atalaya/contract/audit'
import { columnsOf } from '#web/components/data-table/table-features.ts'
import { RelativeTime } from '#web/components/relative-time.tsx'
import { StatusBadge } from '#web/components/status-badge.tsx'
import { auditTexts, auditTone } from '#web/features/audit/audit-texts.ts'

const column = columnsOf<AuditEntry>()

// Only what is loaded could be sorted, so nothing can.
export const auditColumns = column.columns([
  column.accessor('at', {
    header: 'When',
    enableSorting: false,
    enableHiding: false,
    meta: { width: '7.25rem' },
    cell: ({ getValue }) => <RelativeTime at={getValue()} fallback="-" className="text-muted-foreground" />,
  }),
  column.accessor((entry) => entry.actor.name, {
    id: 'actor',
    header: 'Who',
    enableSorting: false,
    enableHiding: false,
    meta: { width: '12%' },
  }),
  column.accessor('action', {
    header: 'What',
    enableSorting: false,
    enableHiding: false,
    meta: { width: '28%' },
    cell: ({ getValue }) => <StatusBadge tone={auditTone(getValue())}>{auditTexts[getValue()]}</StatusBadge>,
  }),
  column.accessor((entry) => entry.target?.name ?? '', { id: 'target', header: 'Whom', enableSorting: false }),
  column.accessor('details', {
    header: 'Details',
    enableSorting: false,
    cell: ({ getValue }) => <span title={getValue()}>{getValue()}</span>,
  }),
  column.accessor('ip', { header: 'From', enableSorting: false, meta: { width: '9.5rem' } }),
])
