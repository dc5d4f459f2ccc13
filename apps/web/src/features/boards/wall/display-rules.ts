import type { Page } from '@atalaya/contract/dashboard'

type Pages = readonly Pick<Page, '_id'>[]

export const indexOfPage = (pages: Pages, id: string | undefined): number => pages.findIndex((page) => page._id === id)

/** Index of the first page to show: the wanted one, or 0 if it does not exist. */
export const startIndexOf = (pages: Pages, wanted: string | undefined): number =>
  Math.max(0, indexOfPage(pages, wanted))

/** Page that the display should show, and the active page at the last change of the pages. */
export type WantedPage = { wanted: string | undefined; active: string | undefined }

/** Wanted page after the pages have changed: a newly active page replaces the wanted one. */
export function wantedAfter({ wanted, active: lastActive }: WantedPage, active: string | undefined): WantedPage {
  return { wanted: lastActive === active ? wanted : (active ?? wanted), active }
}

/** Page at the carousel's new index; null if it is the wanted one, or if there is none. */
export function reachedPage(pages: Pages, index: number, wanted: string | undefined): string | null {
  const id = pages[index]?._id
  return id === undefined || id === wanted ? null : id
}

/** Visible slides. Wide screens show several pages at once, so there are fewer snap positions than pages. */
export function visibilityOf(count: number, { selected, snaps }: { selected: number; snaps: number }) {
  const end = selected + count - snaps + 1
  return {
    isShown: (index: number): boolean => index >= selected && index < end,
    /** Visible, or next to a visible one. */
    isNear: (index: number): boolean => index >= selected - 1 && index <= end,
  }
}
