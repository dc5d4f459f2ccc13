let earliest: string | null = null

/**
 * Every answer says where the live events stood when it was asked for. The earliest one is where a stream must begin,
 * so that nothing is missed between the first answers and the stream's opening.
 */
export function notePosition(position: string | null) {
  earliest ??= position
}

/** The earliest position since the last time; from now on the stream itself knows where it stands. */
export function takePosition(): string | null {
  const position = earliest
  earliest = null
  return position
}
