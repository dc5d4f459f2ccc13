import type { AuditEntry } from '@atalaya/contract/audit'
import { auditTexts } from '@atalaya/contract/audit-actions'
import { dateTimeText } from '@atalaya/format/date'
import { relativeText } from '@atalaya/format/relative'
import { exactText } from '@atalaya/format/time'
import { Link, useSearchParams } from 'react-router'
import { columnsOf } from '#web/components/data-table/table-features.ts'
import { StatusBadge } from '#web/components/status-badge.tsx'
import { auditLook } from '#web/features/audit/audit-look.ts'
import { auditParams, readAuditSearch } from '#web/features/audit/audit-search.ts'
import { useNow } from '#web/lib/clock.ts'
import { useFormats } from '#web/lib/formats.ts'

const MINUTE_MS = 60_000

/** Links to all entries by or about this account or agent. */
function Party({ party: { id, name } }: { party: AuditEntry['actor'] }) {
  const [params] = useSearchParams()
  if (id === null) return name
  const next = auditParams({ ...readAuditSearch(params), who: id })
  return (
    <Link to={{ search: String(new URLSearchParams(next)) }} className="hover:underline">
      {name}
    </Link>
  )
}

/** Links a command to its result; other targets to their entries. */
function Target({ entry, target }: { entry: AuditEntry; target: NonNullable<AuditEntry['target']> }) {
  if (entry.action !== 'agent.command' || target.id === null) return <Party party={target} />
  return (
    <Link to={`/activity/${target.id}`} className="hover:underline">
      {target.name}
    </Link>
  )
}

/** Exact time, to compare entries of several machines, and its age if there is room. */
function When({ at }: Pick<AuditEntry, 'at'>) {
  const now = useNow(MINUTE_MS)
  const formats = useFormats()
  return (
    <time
      dateTime={at}
      title={`${exactText(at, formats)}, ${relativeText(new Date(at), now)}`}
      className="flex items-baseline gap-x-2 tabular-nums max-sm:whitespace-normal"
    >
      {dateTimeText(at, formats)}
      <span className="truncate text-muted-foreground text-xs max-xl:hidden">{relativeText(new Date(at), now)}</span>
    </time>
  )
}

function Action({ action }: Pick<AuditEntry, 'action'>) {
  return <StatusBadge {...auditLook(action)}>{auditTexts[action]}</StatusBadge>
}

const column = columnsOf<AuditEntry>()

// No sorting: it could only sort the loaded pages.
export const auditColumns = column.columns([
  column.accessor('at', {
    header: 'When',
    enableSorting: false,
    enableHiding: false,
    meta: { width: 'clamp(7rem, 19vw, 17rem)' },
    cell: ({ getValue }) => <When at={getValue()} />,
  }),
  column.accessor((entry) => entry.actor.name, {
    id: 'actor',
    header: 'Who',
    enableSorting: false,
    enableHiding: false,
    meta: { width: '12%' },
    cell: ({ row }) => <Party party={row.original.actor} />,
  }),
  column.accessor('action', {
    header: 'What',
    enableSorting: false,
    enableHiding: false,
    meta: { width: '28%' },
    cell: ({ getValue }) => <Action action={getValue()} />,
  }),
  column.accessor((entry) => entry.target?.name ?? '', {
    id: 'target',
    header: 'Whom',
    enableSorting: false,
    cell: ({ row }) => row.original.target && <Target entry={row.original} target={row.original.target} />,
  }),
  column.accessor('details', {
    header: 'Details',
    enableSorting: false,
    cell: ({ getValue }) => <span title={getValue()}>{getValue()}</span>,
  }),
  column.accessor('ip', { header: 'From', enableSorting: false, meta: { width: '9.5rem' } }),
])
