/** Maximum number of tags in a table row. */
const MAX_TAGS_SHOWN = 3

/** First tags, and the number of the others. */
export function firstTags(tags: string[], max = MAX_TAGS_SHOWN): { shown: string[]; more: number } {
  return { shown: tags.slice(0, max), more: Math.max(0, tags.length - max) }
}

/** Parses tags separated by commas, without duplicates. */
export function parseTags(text: string): string[] {
  const tags = text.split(',').map((tag) => tag.trim())
  return [...new Set(tags.filter((tag) => tag !== ''))]
}
