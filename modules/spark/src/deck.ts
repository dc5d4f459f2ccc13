/** Position in the jokes: the seed of their order, the number of jokes shown, and the time of the last one. */
export type Deck = { seed: number; told: number; at: number }

/** Pseudo-random number from 0 to 1, always the same for a seed and a step (the finaliser of MurmurHash3). */
function chance(seed: number, step: number): number {
  let bits = (seed ^ Math.imul(step + 1, 0x9e3779b1)) >>> 0
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b)
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35)
  return ((bits ^ (bits >>> 16)) >>> 0) / 2 ** 32
}

/** The numbers from 0, shuffled by the seed. */
export function shuffled(seed: number, count: number): number[] {
  const order = Array.from({ length: count }, (_, index) => index)
  for (let last = count - 1; last > 0; last -= 1) {
    const other = Math.floor(chance(seed, last) * (last + 1))
    const [a, b] = [order[last] ?? 0, order[other] ?? 0]
    order[last] = b
    order[other] = a
  }
  return order
}

export const newDeck = (at: number): Deck => ({ seed: at >>> 0, told: 0, at })

/** The joke that was shown last, or the first one. */
export const currentJoke = ({ seed, told }: Deck, count: number): number =>
  shuffled(seed, count)[Math.max(0, told - 1)] ?? 0

/** Next joke: none is repeated before all were shown, and none comes twice in a row. */
export function drawNext(deck: Deck, count: number, at: number): Deck {
  if (deck.told < count) return { ...deck, told: deck.told + 1, at }
  const last = currentJoke(deck, count)
  let seed = deck.seed + 1
  while (count > 1 && shuffled(seed, count)[0] === last) seed += 1
  return { seed, told: 1, at }
}

/** Stored deck; null if it is not valid for this number of jokes. */
export function deckOf(stored: unknown, count: number): Deck | null {
  if (typeof stored !== 'object' || stored === null) return null
  const { seed, told, at } = stored as Record<string, unknown>
  const numbers = [seed, told, at].every((value) => Number.isSafeInteger(value))
  if (!numbers || Number(told) < 0 || Number(told) > count) return null
  return { seed: Number(seed), told: Number(told), at: Number(at) }
}
