/** Active parts of a picture: scripts, handlers, foreign content, entities, references to elsewhere. */
const ACTIVE = [
  // Null characters: the text is not UTF-8, so its meaning is unknown.
  /\0/,
  /< ?(?:script|foreignobject|iframe|embed|object|handler|animate|set)\b/i,
  / on[a-z]+ ?=/i,
  /javascript ?:/i,
  /<! ?(?:doctype|entity)/i,
  /<\?(?!xml )/i,
  /\b(?:href|src) ?= ?["']? ?(?!["'# ]|data:image\/(?:png|jpeg|webp|gif);)[^"'>]/i,
  /@import|url\( ?["']? ?(?!["'# ]|data:)/i,
  /&#/,
]

/**
 * True if an SVG picture holds anything but shapes. This is the first of two locks: it is served under a sandbox, too.
 */
export function isActiveSvg(text: string): boolean {
  // Long runs of spaces make the patterns slow: an expression tries every length. Two steps shorten a run, because a
  // match of unlimited length could exhaust the matcher's stack.
  const spaced = text.replaceAll(/\s{1,2000}/g, ' ').replaceAll(/ {2,}/g, ' ')
  return ACTIVE.some((pattern) => pattern.test(spaced))
}
