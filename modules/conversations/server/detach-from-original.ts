/** Copies a text that was cut out of another. Without this it keeps all of that other in memory. */
export const detachFromOriginal = (text: string): string => Buffer.from(text, 'utf8').toString('utf8')
