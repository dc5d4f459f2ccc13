/** Comparable form of names and addresses: NFKC, lower case. */
export const comparable = (text: string): string => text.normalize('NFKC').toLowerCase()
