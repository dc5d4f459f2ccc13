const SLUG_MAX = 80

/** Lower-case words joined by dashes, made of a page's name; 'page' if nothing is left of it. */
export function slugOf(name: string): string {
  const words = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu)
  return cut(words?.join('-') ?? 'page', SLUG_MAX)
}

/** The slug itself, or with the first of -2, -3, … that is not taken. */
export function freeSlug(slug: string, taken: ReadonlySet<string>): string {
  if (!taken.has(slug)) return slug
  for (let count = 2; ; count++) {
    const suffix = `-${count}`
    const candidate = cut(slug, SLUG_MAX - suffix.length) + suffix
    if (!taken.has(candidate)) return candidate
  }
}

const cut = (slug: string, length: number) => slug.slice(0, length).replace(/-$/, '')
