export const ownZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone

export function isZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }) !== null
  } catch {
    return false
  }
}
