import { useQuery } from '@tanstack/react-query'
import { pagesQuery } from '#web/features/boards/boards.queries.ts'
import { DisplayPage } from '#web/features/displays/display-page.tsx'
import { DisplaysPage } from '#web/features/displays/displays-page.tsx'

/** Read here, all of it: a query tells of a change only whom it has seen look. */
function usePages() {
  const { data, error, refetch } = useQuery(pagesQuery)
  return { data, error, refetch }
}

/** Displays with the pages that they show. */
export const DisplaysScreen = () => <DisplaysPage pages={usePages()} />

export const DisplayScreen = () => <DisplayPage pages={usePages()} />
