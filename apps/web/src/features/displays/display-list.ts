import type { Display } from '@atalaya/contract/displays'

const byName = (a: Display, b: Display) => a.name.localeCompare(b.name)

/** Inserts the display or replaces its older copy; keeps the list sorted by name. */
export const withDisplay = (known: readonly Display[], display: Display): Display[] =>
  [...known.filter(({ _id }) => _id !== display._id), display].sort(byName)

export const withoutDisplay = (known: readonly Display[], id: string): Display[] =>
  known.filter(({ _id }) => _id !== id)

/** All tags of the displays, without duplicates. */
export const tagsOf = (known: readonly Display[]): string[] => [...new Set(known.flatMap(({ tags }) => tags))].sort()
