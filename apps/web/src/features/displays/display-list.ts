import type { Display } from '@atalaya/contract/displays'

const byName = (a: Display, b: Display) => a.name.localeCompare(b.name)

/** The list with this display as it is now. */
export const withDisplay = (known: readonly Display[], display: Display): Display[] =>
  [...known.filter(({ _id }) => _id !== display._id), display].sort(byName)

export const withoutDisplay = (known: readonly Display[], id: string): Display[] =>
  known.filter(({ _id }) => _id !== id)

/** Every tag of some displays, once. */
export const tagsOf = (known: readonly Display[]): string[] => [...new Set(known.flatMap(({ tags }) => tags))].sort()
