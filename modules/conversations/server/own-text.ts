/** A text of its own: one that was cut out of another keeps all of that other in memory. */
export const ownText = (text: string): string => Buffer.from(text, 'utf8').toString('utf8')
