import type { ListView } from '@atalaya/contract/preferences'

const WORDS_MAX = 50

const isSame = (one: string, other: string) => one.toLocaleLowerCase() === other.toLocaleLowerCase()

/** The view of a name, whether its letters are large or small. */
export const viewNamed = (views: ListView[], name: string): ListView | undefined =>
  views.find((one) => isSame(one.name, name))

/** The name as part of an address; with a number where others have it. */
function slugOf(name: string, views: ListView[]): string {
  const words = name
    .normalize('NFKC')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu)
  const slug = (words?.join('-') ?? 'view').slice(0, WORDS_MAX).replace(/-$/, '')
  const taken = new Set(views.map((one) => one.slug))
  let free = slug
  for (let count = 2; taken.has(free); count++) free = `${slug}-${count}`
  return free
}

/** Where a list is shown as the view has it. */
export const addressOf = ({ slug, search }: ListView): string =>
  new URLSearchParams([['view', slug], ...new URLSearchParams(search)]).toString()

/** Adds a view, or puts it in the place of the one of its name, which keeps its address. */
export function savedView(views: ListView[], { name, ...rest }: Omit<ListView, 'slug'>): [ListView[], ListView] {
  const former = viewNamed(views, name)
  const view = { ...rest, name, slug: former?.slug ?? slugOf(name, views) }
  return [former ? views.map((one) => (one === former ? view : one)) : [...views, view], view]
}

/** Gives a view another name; its address stays, for somebody may have kept it. */
export const renamedView = (views: ListView[], slug: string, name: string): ListView[] =>
  views.map((one) => (one.slug === slug ? { ...one, name } : one))
