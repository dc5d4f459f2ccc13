import { AppError } from '#server/domain/errors.ts'

const PRODUCT = 'atalaya'
const SHORTEST = 6

/** What the password's owner is called: none of it is a secret. */
export type PasswordOwner = { username: string; email: string; name: string; surname: string }

/** About 42,000 passwords of at least six characters that turn up in leaks; read when first needed. */
let leaked: Promise<Set<string>> | undefined

async function readLeaked(): Promise<Set<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'].filter((password) => password.length >= SHORTEST))
}

/**
 * Refuses what an attacker tries first: leaked passwords, runs like `abcdefgh` and `11111111`, and the names of the
 * product and of the account, digits around them or not. There are no rules on kinds of characters.
 * @throws AppError bad_request that names `field`.
 */
export async function assertHardToGuess(password: string, owner: PasswordOwner, field: string): Promise<void> {
  leaked ??= readLeaked()
  const text = password.normalize('NFKC').toLowerCase()
  const reason = (await leaked).has(text) || isRun(text) ? TOO_COMMON : isAbout(text, owner) ? TOO_CLOSE : null
  if (reason === null) return
  throw new AppError('bad_request', reason, {
    code: 'auth.weak_password',
    errors: [{ path: field, message: reason }],
  })
}

const TOO_COMMON = 'This password is among the first that are tried; choose another one'
const TOO_CLOSE = 'This password is too close to a name that others know; choose another one'

/** Every character is as far from the one before as the second from the first: `aaaaaa`, `123456`, `fedcba`. */
function isRun(text: string): boolean {
  const points = [...text].map((character) => character.codePointAt(0) ?? 0)
  const [first = 0, second = 0] = points
  const step = second - first
  return Math.abs(step) <= 1 && points.every((point, at) => at === 0 || point - (points[at - 1] ?? 0) === step)
}

function isAbout(text: string, { username, email, name, surname }: PasswordOwner): boolean {
  const known = [PRODUCT, username, email, email.split('@')[0] ?? '', name, surname, name + surname]
  const names = known.map((one) => one.normalize('NFKC').toLowerCase())
  const core = /\p{L}.*\p{L}|\p{L}/su.exec(text)?.[0] ?? ''
  return names.some((one) => one !== '' && (text === one || core === one))
}
