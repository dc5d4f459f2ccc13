import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useMemo } from 'react'
import { ColumnMenu } from '#web/components/data-table/column-menu.tsx'
import { DataTable } from '#web/components/data-table/data-table.tsx'
import { useDataTable } from '#web/components/data-table/use-data-table.ts'
import { Alert } from '#web/components/ui/alert.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { auditQuery, saveAudit } from '#web/features/audit/audit.queries.ts'
import { auditColumns } from '#web/features/audit/audit-columns.tsx'
import { AuditFilter } from '#web/features/audit/audit-filter.tsx'
import { auditParams, readAuditSearch } from '#web/features/audit/audit-search.ts'
import { useFormats } from '#web/lib/formats.ts'
import { useAddressParams } from '#web/lib/use-address-params.ts'

export function AuditPage() {
  const [params, changeParams] = useAddressParams()
  const search = readAuditSearch(params)
  const formats = useFormats()
  const { data, error, isPending, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = useInfiniteQuery(
    auditQuery(search, formats),
  )
  const save = useMutation(saveAudit)
  const entries = useMemo(() => data?.pages.flatMap((page) => page.entries) ?? [], [data])
  const knownParty = entries.flatMap(({ actor, target }) => [actor, target]).find((party) => party?.id === search.who)
  const table = useDataTable({ columns: auditColumns, data: entries, rowId: (entry) => entry._id })
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <AuditFilter
        search={search}
        name={search.who && knownParty?.name}
        onChange={(change) =>
          changeParams((old) => new URLSearchParams(auditParams({ ...readAuditSearch(old), ...change })))
        }
      >
        <Button variant="secondary" busy={save.isPending} onClick={() => save.mutate({ search, formats })}>
          <Download aria-hidden />
          {Object.keys(auditParams(search)).length > 0 ? 'CSV of these' : 'CSV'}
        </Button>
        <ColumnMenu table={table} />
      </AuditFilter>
      {error && <Alert>{error.message}</Alert>}
      <DataTable
        table={table}
        label="Audit"
        minWidth="60rem"
        isLoading={isPending}
        empty={
          error ? (
            <AuditLoadFailed onRetry={() => void refetch()} />
          ) : (
            emptyText(hasNextPage, Object.keys(auditParams(search)).length > 0)
          )
        }
      />
      {hasNextPage && (
        <Button
          variant="secondary"
          className="justify-self-center"
          busy={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          {isFetchingNextPage ? 'Loading...' : search.query ? 'Search older entries' : 'Show older entries'}
        </Button>
      )}
    </div>
  )
}

function emptyText(hasOlder: boolean, isSearched: boolean): string {
  if (hasOlder) return 'Nothing found among the newest entries.'
  return isSearched ? 'No results.' : 'Nothing recorded.'
}

function AuditLoadFailed({ onRetry }: { onRetry: () => void }) {
  return (
    <div className="grid justify-items-center gap-2">
      The audit could not be read.
      <Button variant="secondary" size="sm" onClick={onRetry}>
        Try Again
      </Button>
    </div>
  )
}
