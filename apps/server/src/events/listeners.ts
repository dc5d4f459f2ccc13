import type { LiveEvent } from '@atalaya/contract/events'
import type { Actor } from '#server/domain/actors.ts'

/**
 * One open stream. `send` gets the event's id for `Last-Event-ID`; `beat` keeps an idle connection alive; `close` ends
 * the stream.
 */
export type Listener = { actor: Actor; send(event: LiveEvent, id: string): void; beat?(): void; close(): void }

/**
 * A listener with the number of deliveries before it: it gets only later ones. `isOver`: it gets nothing more, although
 * its connection may not be gone yet.
 */
export type Stream = Listener & { openedAfter: number; isOver: boolean }

/** Open streams in groups, so that an event is offered only to those that may receive it. */
export function createListeners(groupsOf: (actor: Actor) => Iterable<string>) {
  const all = new Set<Stream>()
  const groups = new Map<string, Set<Stream>>()

  function add(stream: Stream): void {
    all.add(stream)
    for (const group of groupsOf(stream.actor)) groups.set(group, (groups.get(group) ?? new Set()).add(stream))
  }

  function remove(stream: Stream): void {
    all.delete(stream)
    for (const group of groupsOf(stream.actor)) {
      groups.get(group)?.delete(stream)
      if (groups.get(group)?.size === 0) groups.delete(group)
    }
  }

  return {
    all,
    /** Adds a stream. Returns the function that removes it. */
    add(stream: Stream): () => void {
      add(stream)
      return () => remove(stream)
    },

    /** Streams of these groups, each once. Streams may be added and removed between two steps. */
    *inGroups(wanted: Iterable<string>): Generator<Stream> {
      const seen = new Set<Stream>()
      for (const group of wanted) {
        for (const stream of groups.get(group) ?? []) {
          if (seen.has(stream)) continue
          seen.add(stream)
          yield stream
        }
      }
    },
  }
}
