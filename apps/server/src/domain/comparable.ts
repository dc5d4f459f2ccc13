/** Comparable form of names and e-mail addresses: NFKC, lower case. */
export const comparable = (text: string): string => text.normalize('NFKC').toLowerCase()
