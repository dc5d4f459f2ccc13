let earliest: string | null = null

/**
 * Records the position of the live events in an answer. The stream begins at the earliest one, so that nothing is
 * missed between the first answers and its opening.
 */
export function recordPosition(position: string | null) {
  earliest ??= position
}

/** Takes the earliest position; after that the stream itself knows its position. */
export function takePosition(): string | null {
  const position = earliest
  earliest = null
  return position
}
