import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ColumnMenu } from '#web/components/data-table/column-menu.tsx'
import { DataTable } from '#web/components/data-table/data-table.tsx'
import { selectColumn } from '#web/components/data-table/select-column.tsx'
import { columnsOf } from '#web/components/data-table/table-features.ts'
import { useDataTable } from '#web/components/data-table/use-data-table.ts'
import { SearchInput } from '#web/components/search-input.tsx'
import { renderElement } from '#web/testing/render.tsx'

type Tower = { id: string; name: string; height: number | null }

const towers: Tower[] = [
  { id: 'b', name: 'Belém', height: 30 },
  { id: 'a', name: 'Alcalá', height: 4 },
  { id: 'c', name: 'Cabo', height: null },
]
const column = columnsOf<Tower>()
const columns = column.columns([
  selectColumn<Tower>((tower) => tower.name),
  column.accessor('name', { header: 'Name', filterFn: 'includesString' }),
  column.accessor('height', { header: 'Height', meta: { align: 'right' } }),
])

function Towers({ data = towers, isLoading = false }: { data?: Tower[]; isLoading?: boolean }) {
  const table = useDataTable({ columns, data, rowId: (tower) => tower.id })
  return (
    <>
      <SearchInput
        placeholder="Filter names..."
        onValueChange={(text) => table.getColumn('name')?.setFilterValue(text)}
      />
      <ColumnMenu table={table} />
      <output>{table.getSelectedRowIds().join()}</output>
      <DataTable table={table} label="Towers" isLoading={isLoading} />
    </>
  )
}

const names = () =>
  within(screen.getByRole('table', { name: 'Towers' }))
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('cell')[1]?.textContent)

test('a header sorts ascending, then descending', async () => {
  const { user } = renderElement(<Towers />)
  expect(names()).toEqual(['Belém', 'Alcalá', 'Cabo'])
  const header = screen.getByRole('columnheader', { name: 'Name' })
  await user.click(within(header).getByRole('button'))
  expect(header).toHaveAttribute('aria-sort', 'ascending')
  expect(names()).toEqual(['Alcalá', 'Belém', 'Cabo'])
  await user.click(within(header).getByRole('button'))
  expect(names()).toEqual(['Cabo', 'Belém', 'Alcalá'])
})

test('a column can be filtered, and an empty result is reported', async () => {
  const { user } = renderElement(<Towers />)
  await user.type(screen.getByRole('searchbox', { name: 'Filter names...' }), 'AL')
  expect(names()).toEqual(['Alcalá'])
  await user.type(screen.getByRole('searchbox'), 'x')
  expect(screen.getByRole('cell', { name: 'No results.' })).toBeVisible()
})

test('one row, a range with Shift, or all rows can be selected', async () => {
  const { user } = renderElement(<Towers />)
  const selected = () => screen.getByRole('status').textContent
  await user.click(screen.getByRole('checkbox', { name: 'Select Belém' }))
  expect(selected()).toBe('b')
  expect(screen.getByRole('checkbox', { name: 'Select all' })).toBePartiallyChecked()
  await user.keyboard('{Shift>}')
  await user.click(screen.getByRole('checkbox', { name: 'Select Cabo' }))
  await user.keyboard('{/Shift}')
  expect(selected()?.split(',').sort().join()).toBe('a,b,c')
  await user.click(screen.getByRole('checkbox', { name: 'Select all' }))
  expect(selected()).toBe('')
})

test('columns can be hidden', async () => {
  const { user } = renderElement(<Towers />)
  await user.click(screen.getByRole('button', { name: 'Columns' }))
  await user.click(await screen.findByRole('menuitemcheckbox', { name: 'Height' }))
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('columnheader', { name: 'Height' })).toBeNull()
})

test('a loading table is marked as busy', () => {
  renderElement(<Towers data={[]} isLoading />)
  expect(screen.getByRole('table', { name: 'Towers' })).toHaveAttribute('aria-busy', 'true')
  expect(screen.queryByText('No results.')).toBeNull()
})

test('a long table renders few rows and counts all', () => {
  const many = Array.from({ length: 5000 }, (_, index) => ({ id: `t${index}`, name: `Tower ${index}`, height: index }))
  renderElement(<Towers data={many} />)
  const table = screen.getByRole('table', { name: 'Towers' })
  expect(table).toHaveAttribute('aria-rowcount', '5001')
  expect(within(table).getAllByRole('row').length).toBeLessThan(60)
})
