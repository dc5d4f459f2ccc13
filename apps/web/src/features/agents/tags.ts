/** How many tags are shown in the table. */
const MAX_TAGS_SHOWN = 3

/** The first tags, and how many more there are. */
export function firstTags(tags: string[], max = MAX_TAGS_SHOWN): { shown: string[]; more: number } {
  return { shown: tags.slice(0, max), more: Math.max(0, tags.length - max) }
}

/** Tags as typed, separated by commas, each once. */
export function parseTags(text: string): string[] {
  const tags = text.split(',').map((tag) => tag.trim())
  return [...new Set(tags.filter((tag) => tag !== ''))]
}
