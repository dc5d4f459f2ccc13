/** Storage key of the last number of lines, which reserves their space so that Home does not move. */
const KEY = 'home_attention'
const NONE = 'none'

/** Number of lines last time; null if there was no card or this browser has never shown Home. */
export function readReservedLines(): number | null {
  const stored = localStorage.getItem(KEY) ?? NONE
  return /^\d{1,2}$/.test(stored) ? Number(stored) : null
}

export const storeReservedLines = (lines: number | null) => localStorage.setItem(KEY, String(lines ?? NONE))
