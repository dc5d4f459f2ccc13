/** Maximum number of tags in a table row. */
const MAX_TAGS_SHOWN = 3

/** First tags, and the number of the others. */
export function firstTags(tags: string[], max = MAX_TAGS_SHOWN): { shown: string[]; more: number } {
  return { shown: tags.slice(0, max), more: Math.max(0, tags.length - max) }
}
