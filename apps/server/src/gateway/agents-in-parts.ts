import { inParts } from '#server/domain/in-parts.ts'

/** Agents that one statement changes. A restart is about all of them, and everybody's changes wait meanwhile. */
const AGENTS_AT_ONCE = 200

/** Changes agents a part at a time; answers the ids of those that were changed. */
export async function changeInParts<T>(all: Iterable<T>, change: (some: T[]) => Promise<{ id: string }[]>) {
  const changed: string[] = []
  for await (const some of inParts(all, AGENTS_AT_ONCE)) for (const { id } of await change(some)) changed.push(id)
  return changed
}
