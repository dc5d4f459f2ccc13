import { username } from '@atalaya/contract/users'

/** Maximum characters of a username, and the characters that it can't have. */
const USERNAME_MAX = 32
const FORBIDDEN = /[^\p{L}\p{N}._-]+/gu
/** Variants are numbered from 2 up to below this number. */
const NUMBER_END = 50

/** Username made from a provider's name for a person; null if nothing of it is allowed. */
export function usernameFrom(claimed: string): string | null {
  const [local = ''] = claimed.normalize('NFKC').split('@')
  const plain = [...local.replace(FORBIDDEN, '-')].slice(0, USERNAME_MAX).join('')
  return username.safeParse(plain).data ?? null
}

/** The name itself, and then `name-2`, `name-3` …, each of them allowed. */
export function* variantsOf(name: string): Iterable<string> {
  yield name
  for (let n = 2; n < NUMBER_END; n++) {
    const suffix = `-${n}`
    const variant = `${name.slice(0, USERNAME_MAX - suffix.length)}${suffix}`
    if (username.safeParse(variant).success) yield variant
  }
}
