/** Marks above and below Latin, Greek and Cyrillic letters. Those of other scripts are letters of their own. */
const MARKS = /[\u0300-\u036f]/g

/** Letters that NFKD leaves whole: those with a stroke, and two letters in one. */
const ALIKE: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  ħ: 'h',
  ı: 'i',
  ς: 'σ',
}
const WITHOUT_MARKS = /[ßæœøđðłħıς]/g

/**
 * A text as searches compare it: without case, marks, or forms of a letter. Give it bounded texts: many marks are slow.
 */
export const foldForSearch = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(MARKS, '')
    .replace(WITHOUT_MARKS, (letter) => ALIKE[letter] ?? letter)
    .normalize('NFC')

/** Finds the typed text in any of several texts, without regard to case, marks and spaces around it. */
export function createFinder(typed: string): (...texts: string[]) => boolean {
  const wanted = foldForSearch(typed.trim())
  return (...texts) => texts.some((text) => foldForSearch(text).includes(wanted))
}
