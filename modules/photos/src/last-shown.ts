/** Albums that are remembered: a wall with more of them begins the oldest ones anew. */
const ALBUMS_MAX = 100

/** Photo of each album that was shown last, the newest at the end. A display draws a page anew for each turn. */
export const lastShown = new Set<string>()

/** Remembers the photo in place of the others of its album. */
export function saveShown(album: readonly string[], id: string): void {
  for (const other of album) lastShown.delete(other)
  lastShown.add(id)
  const [oldest] = lastShown
  if (oldest !== undefined && lastShown.size > ALBUMS_MAX) lastShown.delete(oldest)
}
