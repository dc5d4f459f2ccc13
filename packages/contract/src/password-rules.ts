const PRODUCT = 'atalaya'

/** What the password's owner is called: none of it is a secret. */
export type PasswordOwner = { username: string; email: string; name: string; surname: string }

export const TOO_COMMON_PASSWORD = 'This password is among the first that are tried; choose another one'
export const SAME_PASSWORD = 'Choose a password that differs from the present one'
const TOO_CLOSE = 'This password is too close to a name that others know; choose another one'

/**
 * Why a password is easy to guess: a run like `abcdefgh` and `11111111`, or the name of the product or of the account,
 * digits around it or not; undefined where it is not. There are no rules on kinds of characters. The server also knows
 * which passwords have leaked, a list too long for a browser.
 */
export function weaknessOf(password: string, owner: PasswordOwner): string | undefined {
  const text = comparable(password)
  if (isRun(text)) return TOO_COMMON_PASSWORD
  return isAbout(text, owner) ? TOO_CLOSE : undefined
}

const comparable = (text: string) => text.normalize('NFKC').toLowerCase()

/** Every character is as far from the one before as the second from the first: `aaaaaa`, `123456`, `fedcba`. */
function isRun(text: string): boolean {
  const points = [...text].map((character) => character.codePointAt(0) ?? 0)
  const [first = 0, second = 0] = points
  const step = second - first
  return Math.abs(step) <= 1 && points.every((point, at) => at === 0 || point - (points[at - 1] ?? 0) === step)
}

function isAbout(text: string, { username, email, name, surname }: PasswordOwner): boolean {
  const [own, mail, first, last] = [username, email, name, surname].map((one) => comparable(one.trim()))
  const names = [PRODUCT, own, mail, mail?.split('@')[0], first, last, `${first}${last}`]
  const core = /\p{L}.*\p{L}|\p{L}/su.exec(text)?.[0] ?? ''
  return names.some((one) => one && (text === one || core === one))
}
