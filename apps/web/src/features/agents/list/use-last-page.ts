import { useEffect } from 'react'

type Shown = { page: number; pages: number | undefined; isOld: boolean }

/** Goes to the last page where there is none of that number (any more): an old address, or the last of it was removed. */
export function useLastPage({ page, pages, isOld }: Shown, goTo: (to: { page: number }) => void): void {
  const isBeyond = pages !== undefined && !isOld && page > pages
  useEffect(() => {
    if (isBeyond) goTo({ page: pages })
  }, [isBeyond, pages, goTo])
}
