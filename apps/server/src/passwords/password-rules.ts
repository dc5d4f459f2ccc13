import { type PasswordOwner, TOO_COMMON_PASSWORD, weaknessOf } from '@atalaya/contract/password-rules'
import { RESET_PASSWORD_MIN } from '@atalaya/contract/users'
import { comparable } from '#server/domain/comparable.ts'
import { AppError } from '#server/domain/errors.ts'

/** About 42,000 passwords of at least six characters that turn up in leaks; read when first needed. */
let leaked: Promise<Set<string>> | undefined

async function readLeaked(): Promise<Set<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'].filter((password) => password.length >= RESET_PASSWORD_MIN))
}

/**
 * Refuses an attacker's first guesses: weak passwords, which forms refuse too, and leaked ones.
 *
 * @throws AppError bad_request that names `field`.
 */
export async function assertHardToGuess(password: string, owner: PasswordOwner, field: string): Promise<void> {
  leaked ??= readLeaked()
  const isLeaked = (await leaked).has(comparable(password))
  const reason = weaknessOf(password, owner) ?? (isLeaked ? TOO_COMMON_PASSWORD : undefined)
  if (reason === undefined) return
  throw new AppError('bad_request', reason, {
    code: 'auth.weak_password',
    errors: [{ path: field, message: reason }],
  })
}
