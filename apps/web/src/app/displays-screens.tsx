import { useQuery } from '@tanstack/react-query'
import { pagesQuery } from '#web/features/boards/boards.queries.ts'
import { DisplayPage } from '#web/features/displays/display-page.tsx'
import { DisplaysPage } from '#web/features/displays/displays-page.tsx'

/** Reads all fields here: TanStack Query reports changes only of fields that were read. */
function usePages() {
  const { data, error, refetch } = useQuery(pagesQuery)
  return { data, error, refetch }
}

/** Displays with the pages that they show. */
export const DisplaysScreen = () => <DisplaysPage pages={usePages()} />

export const DisplayScreen = () => <DisplayPage pages={usePages()} />
