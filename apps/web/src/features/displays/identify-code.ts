/** Letters and digits that nobody confuses from across a room. */
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const LENGTH = 3

/** Random code, shown large on the display and here too: shows the owner which display is which. */
export const identifyCode = (): string =>
  [...crypto.getRandomValues(new Uint8Array(LENGTH))].map((byte) => LETTERS[byte % LETTERS.length]).join('')
