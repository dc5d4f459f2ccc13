import { foldForSearch } from '@atalaya/format/folded'

/**
 * Score of a command for typed text, 0 to 1: each typed word must occur in one of its texts. The start of the title
 * counts most, the start of a word more than its middle.
 */
export function matchScore(search: string, texts: string[]): number {
  const words = foldForSearch(search).split(/\s+/).filter(Boolean)
  const [title = '', ...others] = texts.map(foldForSearch)
  const scores = words.map((word) => {
    if (title.startsWith(word)) return 1
    if (startsWord(title, word)) return 0.8
    if (title.includes(word)) return 0.6
    if (others.some((text) => startsWord(text, word))) return 0.4
    return others.some((text) => text.includes(word)) ? 0.2 : 0
  })
  return scores.length === 0 ? 1 : Math.min(...scores)
}

const startsWord = (text: string, word: string) => text.split(/[^\p{L}\p{N}]+/u).some((part) => part.startsWith(word))
