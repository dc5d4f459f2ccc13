import type { User } from '@atalaya/contract/users'
import { useEffect, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import { ColumnMenu } from '#web/components/data-table/column-menu.tsx'
import { DataTable } from '#web/components/data-table/data-table.tsx'
import { useDataTable } from '#web/components/data-table/use-data-table.ts'
import { SearchInput } from '#web/components/search-input.tsx'
import type { BulkKind } from '#web/features/users/bulk-actions.ts'
import { BulkDialog } from '#web/features/users/bulk-dialog.tsx'
import { BulkMenu } from '#web/features/users/bulk-menu.tsx'
import type { UserAction } from '#web/features/users/user-actions.ts'
import { usersColumns } from '#web/features/users/users-columns.tsx'

/** Minimum width. On a phone two columns fit beside the menu; on wider screens the switch fits, too. */
const MIN_WIDTH = 'max(52rem, min(62rem, 100vw))'

type UsersTableProps = { users: User[]; onAction: (action: UserAction) => void }

export function UsersTable({ users, onAction }: UsersTableProps) {
  const columns = useMemo(() => usersColumns(onAction), [onAction])
  const table = useDataTable({ columns, data: users, rowId: (user) => user._id })
  const [filter, setFilter] = useEmailFilter()
  useEffect(() => table.getColumn('email')?.setFilterValue(filter), [table, filter])
  const matchCount = table.getRowModel().rows.length
  const selectedIds = new Set(table.getSelectedRowIds())
  const selected = users.filter(({ _id }) => selectedIds.has(_id))
  const [bulk, setBulk] = useState<BulkKind | null>(null)
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <SearchInput
          className="min-w-40 flex-1 sm:flex-none"
          placeholder="Filter emails..."
          value={filter}
          onValueChange={setFilter}
        />
        <p role="status" className="text-muted-foreground text-sm tabular-nums sm:ml-auto">
          {selected.length > 0 && `${selected.length} of ${users.length} selected`}
          {filter && <span className="sr-only">{` ${matchCount} of ${users.length} accounts match`}</span>}
        </p>
        {selected.length > 0 && <BulkMenu onChoose={setBulk} />}
        <ColumnMenu table={table} />
      </div>
      <DataTable table={table} label="Users" minWidth={MIN_WIDTH} />
      {bulk && <BulkDialog kind={bulk} users={selected} onClose={() => setBulk(null)} />}
    </div>
  )
}

/** Filter text, at first `?email=` of the URL: other screens link to an account that way. */
function useEmailFilter() {
  const [params] = useSearchParams()
  const urlFilter = params.get('email') ?? ''
  const [filter, setFilter] = useState(urlFilter)
  const [lastUrlFilter, setLastUrlFilter] = useState(urlFilter)
  if (lastUrlFilter !== urlFilter) {
    setLastUrlFilter(urlFilter)
    setFilter(urlFilter)
  }
  return [filter, setFilter] as const
}
