/** What makes a picture do something: scripts, handlers, foreign content, entities, references to elsewhere. */
const ACTIVE = [
  // Not UTF-8: nobody knows what it says.
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

/** Whether an SVG picture holds anything but shapes. It is served under a sandbox as well; this is the first of two locks. */
export function isActiveSvg(text: string): boolean {
  // Where space may be of any length, an expression tries every length of it. In parts, since a stack holds what it tries.
  const spaced = text.replaceAll(/\s{1,2000}/g, ' ').replaceAll(/ {2,}/g, ' ')
  return ACTIVE.some((pattern) => pattern.test(spaced))
}
