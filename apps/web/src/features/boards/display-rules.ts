import type { Page } from '@atalaya/contract/dashboard'

type Pages = readonly Pick<Page, '_id'>[]

export const indexOf = (pages: Pages, id: string | undefined): number => pages.findIndex((page) => page._id === id)

/** Where a display begins: at the page that is wanted, at the first one where that is not there. */
export const startIndexOf = (pages: Pages, wanted: string | undefined): number => Math.max(0, indexOf(pages, wanted))

/** The page that a display is to show, and which one was active when its pages changed last. */
export type Wish = { wanted: string | undefined; active: string | undefined }

/** The same once the pages have changed: a page that has become active is wanted, else it stays. */
export function wishAfter({ wanted, active: before }: Wish, active: string | undefined): Wish {
  return { wanted: before === active ? wanted : (active ?? wanted), active }
}

/** The page at a place where the carousel has come to; null where that is the one that was wanted, or none. */
export function arrivedAt(pages: Pages, index: number, wanted: string | undefined): string | null {
  const id = pages[index]?._id
  return id === undefined || id === wanted ? null : id
}

/** What is in sight of a carousel with so many places to stop at: wide screens show several pages at once. */
export function sightOf(count: number, { selected, snaps }: { selected: number; snaps: number }) {
  const end = selected + count - snaps + 1
  return {
    isShown: (index: number): boolean => index >= selected && index < end,
    /** In sight or next to it. */
    isNear: (index: number): boolean => index >= selected - 1 && index <= end,
  }
}
