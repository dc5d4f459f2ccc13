/**
 * Text for a live region, unlike `last`: screen readers don't repeat an unchanged text, so the final full stop of a
 * repeated one alternates.
 */
export function spokenAnew(last: string, text: string): string {
  if (last !== text) return text
  return text.endsWith('.') ? text.slice(0, -1) : `${text}.`
}
