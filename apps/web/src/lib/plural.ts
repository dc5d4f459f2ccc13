/** Text for a count; `#` stands for the number. */
export const plural = (count: number, { one, other }: { one: string; other: string }): string =>
  (count === 1 ? one : other).replace('#', String(count))
