/** Without what looks alike from across a room. */
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const LENGTH = 3

/** A code that a display shows large and its owner here, so that one knows which is which. */
export const identifyCode = (): string =>
  [...crypto.getRandomValues(new Uint8Array(LENGTH))].map((byte) => LETTERS[byte % LETTERS.length]).join('')
