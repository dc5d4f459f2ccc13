/**
 * Parses args and patches as typed. Empty text is undefined; invalid JSON is returned as text, for the server to
 * validate.
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
