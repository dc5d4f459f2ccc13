/** Where this browser keeps how many lines needed attention, so that Home does not move when they come. */
const KEY = 'home_attention'
const NONE = 'none'

/** How many lines there were last time; null for no such card, and where this browser has never seen Home. */
export function roomForAttention(): number | null {
  const kept = localStorage.getItem(KEY) ?? NONE
  return /^\d{1,2}$/.test(kept) ? Number(kept) : null
}

export const keepRoom = (lines: number | null) => localStorage.setItem(KEY, String(lines ?? NONE))
