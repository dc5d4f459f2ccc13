/** Groups whose totals are at most `room` together. An item with more is a group of its own. */
export function groupsWithin<T extends { total: number }>(items: Iterable<T>, room: number): T[][] {
  const groups: T[][] = []
  let left = 0
  for (const item of items) {
    if (groups.length === 0 || item.total > left) {
      groups.push([])
      left = room
    }
    groups.at(-1)?.push(item)
    left -= item.total
  }
  return groups
}
