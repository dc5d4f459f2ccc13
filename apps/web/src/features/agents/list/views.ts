import type { ListView } from '@atalaya/contract/preferences'

const SLUG_MAX = 50

const isSame = (one: string, other: string) => one.toLocaleLowerCase() === other.toLocaleLowerCase()

/** View by its name, ignoring case. */
export const viewNamed = (views: ListView[], name: string): ListView | undefined =>
  views.find((view) => isSame(view.name, name))

/** Slug of a name, with a number if it is taken: `full-disks-2`. */
function slugOf(name: string, views: ListView[]): string {
  const words = name
    .normalize('NFKC')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu)
  const slug = (words?.join('-') ?? 'view').slice(0, SLUG_MAX).replace(/-$/, '')
  const taken = new Set(views.map((view) => view.slug))
  let free = slug
  for (let count = 2; taken.has(free); count++) free = `${slug}-${count}`
  return free
}

/** Query string of a list with this view: `view=attic&sort=disk`. */
export const queryStringOf = ({ slug, search }: ListView): string =>
  new URLSearchParams([['view', slug], ...new URLSearchParams(search)]).toString()

/** Adds a view, or replaces the one of the same name, which keeps its slug. */
export function withSavedView(views: ListView[], { name, ...rest }: Omit<ListView, 'slug'>): [ListView[], ListView] {
  const existing = viewNamed(views, name)
  const view = { ...rest, name, slug: existing?.slug ?? slugOf(name, views) }
  return [existing ? views.map((saved) => (saved === existing ? view : saved)) : [...views, view], view]
}

/** Renames a view. The slug stays, as somebody may have bookmarked it. */
export const withRenamedView = (views: ListView[], slug: string, name: string): ListView[] =>
  views.map((view) => (view.slug === slug ? { ...view, name } : view))
