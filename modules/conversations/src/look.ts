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
  // A polynomial hash of the id.
  const sum = [...id].reduce((total, sign) => (total * 31 + sign.charCodeAt(0)) % 1_000_003, 0)
  return tones[sum % tones.length] ?? ''
}
