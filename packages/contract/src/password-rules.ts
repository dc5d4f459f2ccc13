const PRODUCT = 'atalaya'

/** Names of the password's owner, none of them secret. */
export type PasswordOwner = { username: string; email: string; name: string; surname: string }

export const TOO_COMMON_PASSWORD = 'This password is among the first that are tried; choose another one'
export const SAME_PASSWORD = 'Choose a password that differs from the present one'
const TOO_CLOSE = 'This password is too close to a name that others know; choose another one'

/**
 * Weakness of a password that is easy to guess; undefined if it is not. Weak are runs such as `abcdefgh` or `11111111`.
 * Also weak is the name of the product or the account, even among digits. There are no rules on kinds of characters.
 * Leaked passwords are known to the server alone: the list is too long for a browser.
 */
export function weaknessOf(password: string, owner: PasswordOwner): string | undefined {
  const text = normalize(password)
  if (isRun(text)) return TOO_COMMON_PASSWORD
  return isCloseToName(text, owner) ? TOO_CLOSE : undefined
}

const normalize = (text: string) => text.normalize('NFKC').toLowerCase()

/** True if all characters are the same step apart: `aaaaaa`, `123456`, `fedcba`. */
function isRun(text: string): boolean {
  const points = [...text].map((character) => character.codePointAt(0) ?? 0)
  const [first = 0, second = 0] = points
  const step = second - first
  return Math.abs(step) <= 1 && points.every((point, at) => at === 0 || point - (points[at - 1] ?? 0) === step)
}

function isCloseToName(text: string, { username, email, name, surname }: PasswordOwner): boolean {
  const [userName, mail, first, last] = [username, email, name, surname].map((field) => normalize(field.trim()))
  const names = [PRODUCT, userName, mail, mail?.split('@')[0], first, last, `${first}${last}`]
  // The text without digits and signs around it: `grace` of `12grace!`.
  const core = /\p{L}.*\p{L}|\p{L}/su.exec(text)?.[0] ?? ''
  return names.some((name) => name && (text === name || core === name))
}
