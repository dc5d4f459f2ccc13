const DAY_MS = 24 * 60 * 60_000

/** 'AL' for Ada Lovelace, 'F' for Familia: the first letters of the first two words. */
export function initialsOf(name: string): string {
  const words = name.match(/[\p{L}\p{N}]+/gu) ?? []
  return words
    .slice(0, 2)
    .map((word) => [...word][0]?.toUpperCase())
    .join('')
}

const tones = ['bg-chart-1/20', 'bg-chart-2/20', 'bg-chart-3/20', 'bg-chart-4/20', 'bg-chart-5/20', 'bg-chart-6/20']

/** A colour that stays with its conversation. */
export function toneOf(id: string): string {
  const sum = [...id].reduce((total, sign) => (total * 31 + sign.charCodeAt(0)) % 1_000_003, 0)
  return tones[sum % tones.length] ?? ''
}

/** '14:02' on the day itself, the day of the week for a week, and the date before that. */
export function timeText(at: number, now: Date): string {
  const then = new Date(at)
  if (then.toDateString() === now.toDateString()) {
    return then.toLocaleTimeString(undefined, { hour: '2-digit', minute: '2-digit' })
  }
  const isRecent = now.getTime() - at < 6 * DAY_MS && at < now.getTime()
  return then.toLocaleDateString(undefined, isRecent ? { weekday: 'short' } : { day: 'numeric', month: 'short' })
}
