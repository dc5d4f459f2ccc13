/** What makes a picture do something: scripts, handlers, foreign content, entities, references to elsewhere. */
const ACTIVE = [
  // Not UTF-8: nobody knows what it says.
  /\0/,
  /<\s*(?:script|foreignobject|iframe|embed|object|handler|animate|set)\b/i,
  /\son[a-z]+\s*=/i,
  /javascript\s*:/i,
  /<!\s*(?:doctype|entity)/i,
  /<\?(?!xml\s)/i,
  /\b(?:href|src)\s*=\s*["']?\s*(?!["'#]|data:image\/(?:png|jpeg|webp|gif);)[^\s"'>]/i,
  /@import|url\(\s*["']?\s*(?!["'#]|data:)/i,
  /&#/,
]

/** Whether an SVG picture holds anything but shapes. It is served under a sandbox as well; this is the first of two locks. */
export function isActiveSvg(text: string): boolean {
  return ACTIVE.some((pattern) => pattern.test(text))
}
