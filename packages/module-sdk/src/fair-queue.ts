/** Key of work in a queue. Groups (such as users) have equal shares, and so have the members of each group. */
export type Share = { group: string; member: string }

type Settings = {
  /** Pieces of work that run at a time. */
  parallel: number
  /** Maximum of waiting work. */
  waitingMax: number
  /** Error for work that has to make room. */
  refusal: () => Error
}
/** Waiting work: `take` starts it, `refuse` ends its wait with an error. */
type Turn = { take: () => void; refuse: (error: Error) => void }

/**
 * Runs asynchronous work few at a time. Groups take turns, and so do the members of each group: much work of one member
 * delays only that member. If too many wait, the newest of the longest line of the fullest group gives way.
 */
export function createFairQueue({ parallel, waitingMax, refusal }: Settings) {
  /** Lines of members by group. Maps keep insertion order: after its turn, a group or member moves to the end. */
  const groups = new Map<string, Map<string, Turn[]>>()
  let running = 0
  let waiting = 0

  function lineUp({ group, member }: Share, turn: Turn): void {
    const members = groups.get(group) ?? new Map<string, Turn[]>()
    const line = members.get(member) ?? []
    line.push(turn)
    groups.set(group, members.set(member, line))
    waiting++
    if (waiting > waitingMax) makeRoom()
  }

  function makeRoom(): void {
    const fullest = longestEntry(groups, (members) => sum([...members.values()].map((line) => line.length)))
    const line = fullest && longestEntry(fullest[1], ({ length }) => length)
    if (!fullest || !line) return
    const last = line[1].pop()
    if (line[1].length === 0) fullest[1].delete(line[0])
    if (fullest[1].size === 0) groups.delete(fullest[0])
    waiting--
    last?.refuse(refusal())
  }

  function next(): Turn | undefined {
    const [group, members] = firstEntry(groups) ?? []
    const [member, line] = (members && firstEntry(members)) ?? []
    if (group === undefined || !members || member === undefined || !line) return undefined
    const turn = line.shift()
    members.delete(member)
    if (line.length > 0) members.set(member, line)
    groups.delete(group)
    if (members.size > 0) groups.set(group, members)
    waiting--
    return turn
  }

  return async <T>(share: Share, work: () => Promise<T>): Promise<T> => {
    if (running < parallel) running++
    else await new Promise<void>((take, refuse) => lineUp(share, { take, refuse }))
    try {
      return await work()
    } finally {
      // Passes the place on directly, so that no newcomer takes it before a waiting one.
      const turn = next()
      if (turn) turn.take()
      else running--
    }
  }
}

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)

function firstEntry<K, V>(map: Map<K, V>): [K, V] | undefined {
  for (const entry of map) return entry
  return undefined
}

/** The last of the largest: newcomers give way to those before them. */
function longestEntry<K, V>(map: Map<K, V>, sizeOf: (value: V) => number): [K, V] | undefined {
  let found: { entry: [K, V]; size: number } | undefined
  for (const entry of map) {
    const size = sizeOf(entry[1])
    if (!found || size >= found.size) found = { entry, size }
  }
  return found?.entry
}
