/**
 * Args and patches as people type them: nothing is undefined, and what is not JSON goes
 * through as it was typed, for the server to judge.
 */
export function parseJsonInput(text: string): unknown {
  const typed = text.trim()
  if (typed === '') return undefined
  try {
    return JSON.parse(typed)
  } catch {
    return text
  }
}
