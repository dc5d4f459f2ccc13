import { useState } from 'react'
import { ColumnMenu } from '#web/components/data-table/column-menu.tsx'
import { DataTable } from '#web/components/data-table/data-table.tsx'
import { selectColumn } from '#web/components/data-table/select-column.tsx'
import { columnsOf } from '#web/components/data-table/table-features.ts'
import { useDataTable } from '#web/components/data-table/use-data-table.ts'
import { SearchInput } from '#web/components/search-input.tsx'
import { AgentStatus } from '#web/features/agents/agent-status.tsx'

type Machine = { id: string; name: string; isOnline: boolean; ip: string; load: number }

const machines = (count: number): Machine[] =>
  Array.from({ length: count }, (_, index) => ({
    id: `m${index}`,
    name: `machine-${String((index * 7919) % count).padStart(5, '0')}`,
    isOnline: index % 3 !== 0,
    ip: `10.0.${Math.floor(index / 250)}.${index % 250}`,
    load: (index * 37) % 100,
  }))

const column = columnsOf<Machine>()
const columns = column.columns([
  selectColumn<Machine>((machine) => machine.name),
  column.accessor('name', { header: 'Name', filterFn: 'includesString' }),
  column.accessor('isOnline', {
    header: 'Status',
    meta: { width: '8rem' },
    cell: ({ getValue }) => <AgentStatus agent={{ status: getValue() ? 'online' : 'offline', isOnline: getValue() }} />,
  }),
  column.accessor('ip', { header: 'IP' }),
  column.accessor('load', { header: 'Load', meta: { width: '6rem', align: 'right' } }),
])

function Machines({ count }: { count: number }) {
  const [data] = useState(() => machines(count))
  const table = useDataTable({ columns, data, rowId: (machine) => machine.id })
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap justify-between gap-2">
        <SearchInput
          placeholder={`Filter ${count} machines...`}
          onValueChange={(text) => table.getColumn('name')?.setFilterValue(text)}
        />
        <ColumnMenu table={table} />
      </div>
      <DataTable table={table} label={`${count} machines`} className="max-h-96" />
    </div>
  )
}

const none: Machine[] = []

function LoadingTable() {
  const table = useDataTable({ columns, data: none, rowId: (machine) => machine.id })
  return <DataTable table={table} label="Loading machines" isLoading />
}

export function TableStates() {
  return (
    <>
      <Machines count={6} />
      <Machines count={20_000} />
      <Machines count={0} />
      <LoadingTable />
    </>
  )
}
