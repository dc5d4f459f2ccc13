/** Letters and digits that nobody confuses from across a room. There are 32: the modulo of a byte has no bias. */
const CHARACTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const LENGTH = 3

/** Random code, shown on the display and here, so that the owner sees which display is which. */
export const identifyCode = (): string =>
  [...crypto.getRandomValues(new Uint8Array(LENGTH))].map((byte) => CHARACTERS[byte % CHARACTERS.length]).join('')
