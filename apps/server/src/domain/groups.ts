/** Splits items into groups, each with a sum of totals of at most `maxTotal`. A larger item is a group of its own. */
export function splitByTotal<T extends { total: number }>(items: Iterable<T>, maxTotal: number): T[][] {
  const groups: T[][] = []
  let left = 0
  for (const item of items) {
    if (groups.length === 0 || item.total > left) {
      groups.push([])
      left = maxTotal
    }
    groups.at(-1)?.push(item)
    left -= item.total
  }
  return groups
}
