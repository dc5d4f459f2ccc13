import { auditAction } from '@atalaya/contract/audit'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { ColumnMenu } from '#web/components/data-table/column-menu.tsx'
import { DataTable } from '#web/components/data-table/data-table.tsx'
import { useDataTable } from '#web/components/data-table/use-data-table.ts'
import { Alert } from '#web/components/ui/alert.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { auditQuery } from '#web/features/audit/audit.queries.ts'
import { auditColumns } from '#web/features/audit/audit-columns.tsx'
import { AuditFilter } from '#web/features/audit/audit-filter.tsx'

export function AuditPage() {
  const [search, setSearch] = useSearchParams()
  const action = auditAction.safeParse(search.get('action')).data
  const { data, error, isPending, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    auditQuery(action),
  )
  const entries = useMemo(() => data?.pages.flatMap((page) => page.entries) ?? [], [data])
  const table = useDataTable({ columns: auditColumns, data: entries, rowId: (entry) => entry._id })
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <AuditFilter action={action} onChange={(next) => setSearch(next ? { action: next } : {}, { replace: true })} />
        <ColumnMenu table={table} />
      </div>
      {error && <Alert>{error.message}</Alert>}
      <DataTable table={table} label="Audit" minWidth="60rem" isLoading={isPending} empty="Nothing recorded." />
      {hasNextPage && (
        <Button
          variant="secondary"
          className="justify-self-center"
          busy={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          {isFetchingNextPage ? 'Loading...' : 'Show older entries'}
        </Button>
      )}
    </div>
  )
}
